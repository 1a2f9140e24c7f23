import { render } from 'preact';
import { App } from '../../src/pages/shell/app.tsx';
import '../../src/pages/shell/page.css';

const root = document.getElementById('page');
if (root) render(<App />, root);
