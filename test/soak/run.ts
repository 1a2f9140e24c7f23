/**
 * `npm run soak`: an hour of mixed replies in two tabs of each browser, while the background is stopped every minute,
 * the network breaks every two, and pages close in mid-reply. It reports lost words, stuck badges, wrong counts and
 * growing memory. `--minutes 10` is shorter, `--browser firefox` uses one browser. The last line is `N passed, N
 * failed`.
 */
import { parseArgs } from 'node:util';
import type { BrowserKind } from '../../src/tools/browsers/find.ts';
import { ensureBrowser } from '../../src/tools/browsers/install.ts';
import { SEED } from '../fuzz/random.ts';
import { check } from '../support/steps.ts';
import { sum, toLines, type Tally } from '../support/tally.ts';
import { soak } from './soak.ts';

const USAGE = '--minutes takes a number above 0; --browser takes chromium or firefox.\n';
/** More would only repeat the same. */
const MAX_SHOWN = 20;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { minutes: { type: 'string', default: '60' }, browser: { type: 'string' } },
  });
  const minutes = Number(values.minutes);
  const kinds = (['chromium', 'firefox'] as const).filter(
    (kind) => values.browser === undefined || values.browser === kind,
  );
  if (!(minutes > 0) || kinds.length === 0) {
    process.stderr.write(USAGE);
    process.exitCode = 2;
    return;
  }
  process.stdout.write(`Seed ${SEED}\n`);
  const tallies: Tally[] = [];
  for (const kind of kinds) {
    tallies.push(await check(`${kind}, ${minutes} minutes`, () => run(kind, minutes)));
  }
  const total = sum(tallies);
  process.stdout.write(`\n${toLines(total)}\n`);
  if (total.failed > 0) process.exitCode = 1;
}

async function run(kind: BrowserKind, minutes: number): Promise<boolean> {
  ensureBrowser(kind);
  const { replies, cut, problems } = await soak(
    kind,
    minutes * 60_000,
    (line) => void process.stdout.write(`${line}\n`),
  );
  process.stdout.write(`${replies} replies, ${cut} of them cut, ${problems.length} problems\n`);
  for (const problem of problems.slice(0, MAX_SHOWN)) process.stdout.write(`- ${problem.slice(0, 2000)}\n`);
  return problems.length === 0;
}

await main();
