import { render } from 'preact';
import { App } from '../../src/pages/shell/app.tsx';
import { loadSection } from '../../src/pages/shell/load-section.ts';
import { routeOf } from '../../src/sites/section.ts';
import '../../src/pages/shell/page.css';

// Loaded while the page is drawn for the first time; the page itself says if that fails.
loadSection(routeOf(location.hash).section).catch(() => undefined);
const root = document.getElementById('page');
if (root) render(<App />, root);
