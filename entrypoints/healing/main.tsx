import { render } from 'preact';
import { App } from '../../src/healing/page/app.tsx';
import '../../src/healing/page/page.css';

const root = document.getElementById('healing');
if (root) render(<App search={location.search} />, root);
