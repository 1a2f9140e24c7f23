import { render } from 'preact';
import { keepFocus } from '../../src/pages/parts/keep-focus.ts';
import { App } from '../../src/pages/shell/app.tsx';
import { loadSection } from '../../src/pages/shell/load-section.ts';
import { FIRST_PERIOD } from '../../src/pages/statistics/periods.ts';
import { readEarly } from '../../src/pages/statistics/read-statistics.ts';
import { routeOf } from '../../src/extension/routes.ts';
import '../../src/pages/shell/page.css';

const { section, site } = routeOf(location.hash);
// Both while the page is drawn for the first time; the page itself says if they fail.
if (section === 'statistics') readEarly(site, FIRST_PERIOD);
loadSection(section).catch(() => undefined);
keepFocus(document);
const root = document.getElementById('page');
if (root) render(<App />, root);
