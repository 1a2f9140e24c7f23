import { render } from 'preact';
import { keepFocus } from '../../src/pages/parts/keep-focus.ts';
import { App } from '../../src/pages/shell/app.tsx';
import { loadSection } from '../../src/pages/shell/load-section.ts';
import { routeOf } from '../../src/extension/routes.ts';
import '../../src/pages/shell/page.css';

// While the page is drawn for the first time; the page itself says if it fails.
loadSection(routeOf(location.hash).section).catch(() => undefined);
keepFocus(document);
const root = document.getElementById('page');
if (root) render(<App />, root);
