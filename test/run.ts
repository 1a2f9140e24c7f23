/**
 * `npm test`: browsers, both builds, types, lint, unused code, format and the tests, going on after
 * a failure. `npm run test:full` tries all that `speed.ts` leaves out of that, too, and with `--
 * --rest` nothing else. `npm run test:unit` leaves out all that needs a browser. `--only fuzz` runs
 * the tests of one project, without the checks: for jobs that run beside each other. Further
 * arguments go to vitest, such as part of a file name. The last line is `N passed, N failed` (and
 * `, N skipped`); browsers, each build, types, lint, unused code and format count as one.
 */
import type { BrowserKind } from '../src/tools/browsers/find.ts';
import { ensureBrowser } from '../src/tools/browsers/install.ts';
import { build } from '../src/tools/cli/build.ts';
import { filesOf, type TestFile } from './support/projects-of.ts';
import { FULL_ONLY, FULL_VARIABLE, IN_BOTH, IN_FIREFOX, THINNED } from './support/speed.ts';
import { check, run, testProject, type RunOptions } from './support/steps.ts';
import { NOTHING, sum, type Tally, toLines } from './support/tally.ts';

/** Need no browser; see `PURE_FOLDERS` for the first. */
const QUICK = ['pure', 'unit', 'meta'];
/** One after the other, as each runs several browsers. */
const BROWSERS = ['compliance', 'e2e'];
/**
 * Tests with browsers spend much of their time waiting. The checks and the other tests run
 * meanwhile, at a lower priority.
 */
const IN_FRONT: RunOptions = { beside: { yields: false } };
const BESIDE: RunOptions = { beside: { yields: true } };

const FULL = { [FULL_VARIABLE]: '1' };

type Step = () => Promise<Tally>;

/** One browser, while the other has a run of its own. */
function half(browser: BrowserKind): RunOptions['env'] {
  return { STREAM_FIXER_BROWSER: browser, STREAM_FIXER_HALF: '1' };
}

async function main(args: readonly string[]): Promise<void> {
  const isFull = args.includes('--full');
  // For all runs of tests that this process starts.
  if (isFull) process.env[FULL_VARIABLE] = '1';
  const others = args.filter((arg) => !['--full', '--rest', '--unit'].includes(arg));
  const tests = args.includes('--rest')
    ? await rest()
    : others[0] === '--only'
      ? await inTurn(stepsOf(others[1] ?? '', isFull, others.slice(2)))
      : await all(isFull, args.includes('--unit'), others);
  if (sum(tests).passed + sum(tests).failed === 0) {
    process.stdout.write(`No test matches ${args.join(' ')}.\n`);
    tests.push({ ...NOTHING, failed: 1 });
  }
  const total = sum(tests);
  process.stdout.write(`\n${toLines(total)}\n`);
  if (total.failed > 0) process.exitCode = 1;
}

/** The checks and the tests, in one of the two speeds. */
async function all(
  isFull: boolean,
  unitOnly: boolean,
  filter: readonly string[],
): Promise<Tally[]> {
  const built = unitOnly ? [] : await browsersAndBuilds();
  const beside = unitOnly ? {} : BESIDE;
  const [browsers, { checks, others }] = await Promise.all([
    unitOnly ? [] : inTurn(BROWSERS.flatMap((one) => stepsOf(one, isFull, filter, IN_FRONT))),
    (async () => ({
      checks: await checksOfSources(beside),
      others: await inTurn(
        (unitOnly ? QUICK : [...QUICK, 'fuzz']).flatMap((one) =>
          stepsOf(one, isFull, filter, beside),
        ),
      ),
    }))(),
  ]);
  const tests = [...browsers, ...others];
  return sum(tests).passed + sum(tests).failed === 0 ? [] : [...built, ...checks, ...tests];
}

/**
 * What the full run has beyond `npm test`: files that this leaves out, or of which it tries less,
 * and Firefox.
 */
async function rest(): Promise<Tally[]> {
  const built = await browsersAndBuilds();
  const whole = leftOf('e2e');
  const inFirefox = filesOf('e2e').filter(
    ({ path, text }) => !whole.includes(path) && !isIn(IN_FIREFOX, path) && IN_BOTH.test(text),
  );
  const [browsers, others] = await Promise.all([
    inTurn([
      () => testProject('e2e', whole, { ...IN_FRONT, env: FULL }),
      () =>
        testProject('e2e', paths(inFirefox), {
          ...IN_FRONT,
          env: { ...FULL, ...half('firefox') },
        }),
    ]),
    inTurn(
      ['pure', 'unit', 'fuzz'].map(
        (project) => () => testProject(project, leftOf(project), { ...BESIDE, env: FULL }),
      ),
    ),
  ]);
  return [...built, ...browsers, ...others];
}

/** @returns the files that `npm test` leaves out, or of which it tries less */
function leftOf(project: string): string[] {
  return paths(
    filesOf(project).filter(({ path, text }) => isIn(FULL_ONLY, path) || THINNED.test(text)),
  );
}

/** The tests of one project. Without `isFull`, what `speed.ts` names is left out. */
function stepsOf(
  project: string,
  isFull: boolean,
  filter: readonly string[],
  options: RunOptions = {},
): readonly Step[] {
  if (isFull) return [() => testProject(project, filter, options)];
  const without = FULL_ONLY.filter((path) => path.startsWith(`${project}/`));
  if (project !== 'e2e') return [() => testProject(project, filter, { ...options, without })];
  const onlyInChromium = filesOf('e2e').filter(({ path }) => !isIn(IN_FIREFOX, path));
  return [
    () => testProject('e2e', filter, { ...options, without, env: half('chromium') }),
    () =>
      testProject('e2e', filter, {
        ...options,
        without: paths(onlyInChromium).map((path) => path.slice('test/'.length)),
        env: half('firefox'),
      }),
  ];
}

function paths(files: readonly TestFile[]): string[] {
  return files.map(({ path }) => path);
}

function isIn(parts: readonly string[], path: string): boolean {
  return parts.some((part) => path.startsWith(`test/${part}`));
}

async function browsersAndBuilds(): Promise<Tally[]> {
  return [
    await check('Chromium', () => ensureBrowser('chromium')),
    await check('Firefox', () => ensureBrowser('firefox')),
    await check('Build for Chromium', () => build('chromium')),
    await check('Build for Firefox', () => build('firefox')),
  ];
}

async function checksOfSources(options: RunOptions): Promise<Tally[]> {
  return [
    await check(
      'Types',
      async () =>
        (await run('wxt/bin/wxt.mjs', ['prepare'], options)) &&
        (await run('typescript/bin/tsc', ['--noEmit'], options)),
    ),
    await check('Lint', () => run('oxlint/bin/oxlint', ['--deny-warnings'], options)),
    await check('Unused code', () => run('knip/bin/knip.js', ['--no-progress'], options)),
    await check('Format', () => run('oxfmt/bin/oxfmt', ['--check'], options)),
  ];
}

async function inTurn(steps: readonly Step[]): Promise<Tally[]> {
  const tallies: Tally[] = [];
  for (const each of steps) tallies.push(await each());
  return tallies;
}

await main(process.argv.slice(2));
