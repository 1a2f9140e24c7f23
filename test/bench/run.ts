// `npm run bench`: what the hook costs, all figures of one browser measured alternately in one run.
import { parseArgs } from 'node:util';
import { reportPage } from './page-report.ts';
import { reportProxy } from './proxy-report.ts';

/** The Python proxy reads 30 MB a second. */
const MOST_FOR_PYTHON = 20;

const { values } = parseArgs({
  options: {
    browser: { type: 'string', multiple: true, default: ['chromium', 'firefox'] },
    size: { type: 'string', default: '50' },
    rounds: { type: 'string', default: '7' },
  },
});
const megabytes = Number(values.size);
const rounds = Number(values.rounds);
const kinds = values.browser.filter((kind) => kind === 'chromium' || kind === 'firefox');
if (kinds.length < values.browser.length || !(megabytes > 0) || !(rounds > 0)) {
  console.error('bench: --browser takes chromium or firefox; --size (MiB) and --rounds take a number above 0');
  process.exit(2);
}

for (const kind of kinds) await reportPage(kind, megabytes, rounds);
reportProxy(Math.min(megabytes, MOST_FOR_PYTHON), rounds);
