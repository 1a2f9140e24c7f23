// `npm run bench`: what the hook costs, all figures of one browser measured alternately in one run;
// with `--peers`, beside packages that patch `fetch`, and beside a proxy in Python.
import { parseArgs } from 'node:util';
import { reportFrames } from './frame-report.ts';
import { reportPage } from './page-report.ts';
import { reportPeers } from './peers/peers-report.ts';
import { reportProxy } from './peers/proxy-report.ts';

/** Enough frames for a steady figure, in MiB. */
const MOST_IN_NODE = 20;

const { values } = parseArgs({
  options: {
    browser: { type: 'string', multiple: true, default: ['chromium', 'firefox'] },
    size: { type: 'string', default: '50' },
    rounds: { type: 'string', default: '7' },
    peers: { type: 'boolean', default: false },
  },
});
const megabytes = Number(values.size);
const rounds = Number(values.rounds);
const kinds = values.browser.filter((kind) => kind === 'chromium' || kind === 'firefox');
if (kinds.length < values.browser.length || !(megabytes > 0) || !(rounds > 0)) {
  console.error(
    'bench: --browser takes chromium or firefox; --size (MiB) and --rounds take a number above 0',
  );
  process.exit(2);
}

const inNode = Math.min(megabytes, MOST_IN_NODE);
if (values.peers) {
  for (const kind of kinds) await reportPeers(kind, megabytes, rounds);
  reportProxy(inNode, rounds);
} else {
  for (const kind of kinds) await reportPage(kind, megabytes, rounds);
  reportFrames(inNode, rounds);
}
