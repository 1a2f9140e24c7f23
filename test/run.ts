/**
 * `npm test`: browsers, types, lint, both builds and all tests, going on after a failure.
 * `npm run test:unit` leaves out all that needs a browser. Further arguments go to vitest, such as part of a file name.
 * The last line is `N passed, N failed` (and `, N skipped`); browsers, types, lint and each build count as one.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ensureBrowser } from '../src/browsers/install.ts';
import { build } from '../src/cli/build.ts';
import { NOTHING, sum, type Tally, tallyOf, toLine } from './support/tally.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const root = resolve(import.meta.dirname, '..');
const scratch = mkdtempSync(join(tmpdir(), 'stream-fixer-tests-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));

/** Runs an installed program on our own standard output. Resolves to whether it found nothing wrong. */
function run(program: string, ...args: string[]): Promise<boolean> {
  return new Promise((settle) => {
    const child = spawn(process.execPath, [join(root, 'node_modules', program), ...args], { cwd: root, stdio: 'inherit' });
    let interrupted = false;
    function interrupt(signal: NodeJS.Signals): void {
      interrupted = true;
      child.kill(signal);
    }
    for (const signal of SIGNALS) process.on(signal, interrupt);
    child.on('close', (code) => {
      for (const signal of SIGNALS) process.off(signal, interrupt);
      if (interrupted) process.exit(130);
      settle(code === 0);
    });
  });
}

/** One check that counts as one. */
async function check(name: string, work: () => unknown): Promise<Tally> {
  process.stdout.write(`\n${name}…\n`);
  try {
    if ((await work()) !== false) {
      process.stdout.write(`${name}: passed\n`);
      return { ...NOTHING, passed: 1 };
    }
  } catch (error) {
    process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n`);
  }
  process.stdout.write(`${name}: FAILED\n`);
  return { ...NOTHING, failed: 1 };
}

/** One vitest project; no tests at all is a failure, unless a filter of the caller's own leaves none. */
async function testProject(project: string, filter: readonly string[]): Promise<Tally> {
  process.stdout.write(`\nTests: ${project}\n`);
  const report = join(scratch, `${project}.json`);
  const exitedWell = await run(
    'vitest/vitest.mjs',
    'run',
    '--config=test/vitest.config.ts',
    `--project=${project}`,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...(filter.length > 0 ? ['--passWithNoTests', ...filter] : []),
  );
  const tally = tallyOf(existsSync(report) ? readFileSync(report, 'utf8') : null, exitedWell);
  if (filter.length === 0 && tally.passed + tally.failed === 0) {
    process.stdout.write(`No test of ${project} ran: that cannot be right.\n`);
    return { ...tally, failed: 1 };
  }
  return tally;
}

async function main(args: readonly string[]): Promise<void> {
  const unitOnly = args.includes('--unit');
  const filter = args.filter((arg) => arg !== '--unit');
  const tallies: Tally[] = [];

  if (!unitOnly) {
    tallies.push(await check('Chromium', () => ensureBrowser('chromium')));
    tallies.push(await check('Firefox', () => ensureBrowser('firefox')));
  }
  tallies.push(
    await check('Types', async () => (await run('wxt/bin/wxt.mjs', 'prepare')) && (await run('typescript/bin/tsc', '--noEmit'))),
  );
  tallies.push(await check('Lint', () => run('oxlint/bin/oxlint', '--deny-warnings')));
  if (!unitOnly) {
    tallies.push(await check('Build for Chromium', () => build('chromium')));
    tallies.push(await check('Build for Firefox', () => build('firefox')));
  }
  // One after the other, so that no two of those with real browsers run at the same time.
  const projects = unitOnly ? ['unit', 'meta'] : ['unit', 'meta', 'compliance', 'e2e'];
  const tests: Tally[] = [];
  for (const project of projects) tests.push(await testProject(project, filter));
  if (sum(tests).passed + sum(tests).failed === 0) {
    process.stdout.write(`No test matches ${filter.join(' ')}.\n`);
    tests.push({ ...NOTHING, failed: 1 });
  }

  const total = sum([...tallies, ...tests]);
  process.stdout.write(`\n${toLine(total)}\n`);
  if (total.failed > 0) process.exitCode = 1;
}

await main(process.argv.slice(2));
