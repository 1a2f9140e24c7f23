/**
 * `npm run test:again -- NAME --times 50 --load 2`: the tests whose path contains NAME, many times,
 * none of them retried, beside processes that keep as many cores busy; with `--late 300`, the
 * browser is up to 300 ms late with all that it tells the extension; `-t 'part of a test name'`
 * selects single tests. What fails in one of many runs is a defect, or a test that waits for a time
 * in place of an event. Names beginning with `real/` need what `npm run test:real` has installed.
 * The last line is `N passed, N failed`, of whole runs.
 */
import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';
import { installOpenWebUi } from '../src/tools/demo/servers/open-webui.ts';
import { usePython } from './real/options.ts';
import { MAIN } from './real/versions.ts';
import { projectsOf } from './support/projects-of.ts';
import { testProject } from './support/steps.ts';
import { sum, toLines, type Tally } from './support/tally.ts';

const USAGE = 'Name a test, such as: npm run test:again -- e2e/badges --times 50 --load 2\n';

interface Options {
  /** Parts of paths, then options for vitest. */
  readonly names: readonly string[];
  readonly times: number;
  /** Cores to keep busy. */
  readonly load: number;
  /** Longest delay of what the browser tells the extension, in milliseconds. */
  readonly late: number;
}

/** @returns null if something is missing or is no number */
function readOptions(args: readonly string[]): Options | null {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: {
      times: { type: 'string', default: '20' },
      load: { type: 'string', default: '0' },
      late: { type: 'string', default: '0' },
      'test-name': { type: 'string', short: 't' },
    },
    allowPositionals: true,
  });
  const [times = 0, load = 0, late = 0] = [values.times, values.load, values.late].map(Number);
  const fits = [times - 1, load, late].every((one) => Number.isInteger(one) && one >= 0);
  const test = values['test-name'];
  const names = [...positionals, ...(test === undefined ? [] : ['-t', test])];
  return fits && positionals.length > 0 ? { names, times, load, late } : null;
}

/** It ends with its parent, however that ends. */
const BUSY = 'const parent = process.ppid; while (process.ppid === parent);';

/** Keeps cores busy. @returns a function that ends it */
function keepBusy(cores: number): () => void {
  const loops = Array.from({ length: cores }, () =>
    spawn(process.execPath, ['-e', BUSY], { stdio: 'ignore' }),
  );
  const end = (): void => loops.forEach((loop) => loop.kill());
  process.on('exit', end);
  return end;
}

/** Runs all files once. @returns how it ended, as one test */
async function runOnce(projects: readonly string[], names: readonly string[]): Promise<Tally> {
  const tallies: Tally[] = [];
  for (const project of projects) tallies.push(await testProject(project, names));
  const { passed, failed, skipped, broken } = sum(tallies);
  const isFine = failed === 0 && passed > 0;
  return { passed: Number(isFine), failed: Number(!isFine), skipped, retried: [], broken };
}

async function main(args: readonly string[]): Promise<void> {
  const options = readOptions(args);
  const names = options?.names ?? [];
  const isReal = names.some((name) => /^(?:test\/)?real\//.test(name));
  // vitest finds the one that a file is of.
  const projects = isReal ? ['real*'] : projectsOf(names);
  if (!options || projects.length === 0) {
    process.stderr.write(USAGE);
    process.exitCode = 2;
    return;
  }
  process.env.STREAM_FIXER_RETRY = '0';
  process.env.STREAM_FIXER_LATE = String(options.late);
  if (isReal) usePython(installOpenWebUi(MAIN));
  const endLoad = keepBusy(options.load);
  const runs: Tally[] = [];
  for (let i = 1; i <= options.times; i++) {
    process.stdout.write(`\nRun ${i} of ${options.times}\n`);
    runs.push(await runOnce(projects, names));
  }
  endLoad();
  const total = sum(runs);
  process.stdout.write(`\n${toLines({ ...total, skipped: 0 })}\n`);
  if (total.failed > 0) process.exitCode = 1;
}

await main(process.argv.slice(2));
