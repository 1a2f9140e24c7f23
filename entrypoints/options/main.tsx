import { render } from 'preact';
import { App } from '../../src/page/app.tsx';
import '../../src/page/page.css';

const root = document.getElementById('page');
if (root) render(<App />, root);
