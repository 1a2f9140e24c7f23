import { render } from 'preact';
import { keepFocus } from '../../src/pages/parts/keep-focus.ts';
import { App } from '../../src/pages/shell/app.tsx';
import '../../src/pages/shell/page.css';

keepFocus(document);
const root = document.getElementById('page');
if (root) render(<App />, root);
