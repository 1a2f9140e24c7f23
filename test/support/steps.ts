/**
 * Shared by the commands that test: they run programs with our own standard output and count the
 * results.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { setPriority, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { NOTHING, type Tally, tallyOf } from './tally.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const root = resolve(import.meta.dirname, '../..');
const scratch = mkdtempSync(join(tmpdir(), 'stream-fixer-tests-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));
/**
 * What Node has compiled: each test file has a process of its own, and all of them load the same
 * test runner.
 */
const compiled = join(scratch, 'compiled');
let reports = 0;

/** A sixth of the processor time of another program, if both want more than there is. */
const YIELDING = 8;

/** How a program shares the machine with others that run at the same time. */
export interface Beside {
  /** Whether the others come first where the processor is short. */
  readonly yields: boolean;
}

/** What a run of tests differs in from the usual one. */
export interface RunOptions {
  /** Given if others run at the same time; the output is then passed on in whole lines. */
  readonly beside?: Beside | undefined;
  /** Parts of paths of files to leave out. */
  readonly without?: readonly string[];
  /** Variables of its process, beside those of this one. */
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Runs an installed program with our own standard output.
 * @returns whether it found nothing wrong
 */
export function run(
  program: string,
  args: readonly string[],
  { beside, env }: RunOptions = {},
): Promise<boolean> {
  return new Promise((settle) => {
    const child = spawn(process.execPath, [join(root, 'node_modules', program), ...args], {
      cwd: root,
      env: { ...process.env, NODE_COMPILE_CACHE: compiled, ...env },
      stdio: beside ? ['inherit', 'pipe', 'pipe'] : 'inherit',
    });
    if (beside?.yields && child.pid !== undefined) setPriority(child.pid, YIELDING);
    for (const stream of [child.stdout, child.stderr]) if (stream) printLines(stream);
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

function printLines(stream: Readable): void {
  createInterface({ input: stream }).on('line', (line) => void process.stdout.write(`${line}\n`));
}

/** Runs one check, counted as one test. */
export async function check(name: string, work: () => unknown): Promise<Tally> {
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
  return { ...NOTHING, failed: 1, broken: [name] };
}

/**
 * Runs one vitest project, or several, as in `real*`; no tests at all is a failure, unless the
 * caller's filter leaves none.
 */
export async function testProject(
  project: string,
  filter: readonly string[],
  options: RunOptions = {},
): Promise<Tally> {
  process.stdout.write(`\nTests: ${project}\n`);
  // A project may run more than once, and its reports must not be confused.
  const report = join(scratch, `${++reports}.json`);
  const exitedWell = await run(
    'vitest/vitest.mjs',
    [
      'run',
      '--config=test/vitest.config.ts',
      `--project=${project}`,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...(options.without ?? []).map((part) => `--exclude=test/${part}{*,/**}`),
      ...(filter.length > 0 ? ['--passWithNoTests', ...filter] : []),
    ],
    options,
  );
  const tally = tallyOf(existsSync(report) ? readFileSync(report, 'utf8') : null, exitedWell);
  if (filter.length === 0 && tally.passed + tally.failed === 0) {
    process.stdout.write(`No test of ${project} ran: that cannot be right.\n`);
    return { ...tally, failed: 1, broken: [`${project}: no test ran`] };
  }
  // Not a test: its reporter, or an error that no test caught.
  if (tally.failed > tally.broken.length)
    return { ...tally, broken: [...tally.broken, `${project}: see its output`] };
  return tally;
}
