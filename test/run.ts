/**
 * `npm test`: browsers, both builds, types, lint, unused code, format and all tests, going on after a failure.
 * `npm run test:unit` leaves out all that needs a browser. `--only fuzz` runs the tests of one project, without the
 * checks: for jobs that run beside each other. Further arguments go to vitest, such as part of a file name.
 * The last line is `N passed, N failed` (and `, N skipped`); browsers, each build, types, lint, unused code and format count as one.
 */
import { ensureBrowser } from '../src/tools/browsers/install.ts';
import { build } from '../src/tools/cli/build.ts';
import { type Beside, check, run, testProject } from './support/steps.ts';
import { NOTHING, sum, type Tally, toLines } from './support/tally.ts';

/** Need no browser; see `PURE_FOLDERS` for the first. */
const QUICK = ['pure', 'unit', 'meta'];
/** One after the other, as each runs several browsers. */
const BROWSERS = ['compliance', 'e2e'];

async function main(args: readonly string[]): Promise<void> {
  const only = args[0] === '--only' ? (args[1] ?? '') : null;
  const unitOnly = args.includes('--unit');
  const filter = only === null ? args.filter((arg) => arg !== '--unit') : args.slice(2);
  const tests = only === null ? await all(unitOnly, filter) : [await testProject(only, filter)];
  if (sum(tests).passed + sum(tests).failed === 0) {
    process.stdout.write(`No test matches ${args.join(' ')}.\n`);
    tests.push({ ...NOTHING, failed: 1 });
  }
  const total = sum(tests);
  process.stdout.write(`\n${toLines(total)}\n`);
  if (total.failed > 0) process.exitCode = 1;
}

/**
 * Tests with browsers spend much of their time waiting. The checks and the other tests run meanwhile, at a lower
 * priority.
 */
async function all(unitOnly: boolean, filter: readonly string[]): Promise<Tally[]> {
  const built = unitOnly ? [] : await browsersAndBuilds();
  const beside = unitOnly ? undefined : { yields: true };
  const [browsers, { checks, others }] = await Promise.all([
    unitOnly ? [] : inTurn(BROWSERS, filter, { yields: false }),
    (async () => ({
      checks: await checksOfSources(beside),
      others: await inTurn(unitOnly ? QUICK : [...QUICK, 'fuzz'], filter, beside),
    }))(),
  ]);
  const tests = [...browsers, ...others];
  return sum(tests).passed + sum(tests).failed === 0 ? [] : [...built, ...checks, ...tests];
}

async function browsersAndBuilds(): Promise<Tally[]> {
  return [
    await check('Chromium', () => ensureBrowser('chromium')),
    await check('Firefox', () => ensureBrowser('firefox')),
    await check('Build for Chromium', () => build('chromium')),
    await check('Build for Firefox', () => build('firefox')),
  ];
}

async function checksOfSources(beside?: Beside): Promise<Tally[]> {
  return [
    await check(
      'Types',
      async () =>
        (await run('wxt/bin/wxt.mjs', ['prepare'], beside)) &&
        (await run('typescript/bin/tsc', ['--noEmit'], beside)),
    ),
    await check('Lint', () => run('oxlint/bin/oxlint', ['--deny-warnings'], beside)),
    await check('Unused code', () => run('knip/bin/knip.js', ['--no-progress'], beside)),
    await check('Format', () => run('oxfmt/bin/oxfmt', ['--check'], beside)),
  ];
}

async function inTurn(
  projects: readonly string[],
  filter: readonly string[],
  beside?: Beside,
): Promise<Tally[]> {
  const tallies: Tally[] = [];
  for (const project of projects) tallies.push(await testProject(project, filter, beside));
  return tallies;
}

await main(process.argv.slice(2));
