/** Runs a server program beside us: with a folder of its own that goes away again, and never longer than this process. */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { descendants, killTree } from './process-tree.ts';

export interface ServerProcessOptions {
  /** For people, as in "Hermes Agent did not start". */
  readonly name: string;
  readonly program: string;
  readonly args: readonly string[];
  /** From `makeHome`; deleted when the server ends. */
  readonly home: string;
  /** Added to our own environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Where its output goes. */
  readonly logFile: string;
  /** Answers with JSON once the server is ready. */
  readonly readyUrl: string;
  /** Longest start in milliseconds. */
  readonly startMs: number;
}

export interface ServerProcess {
  /** What `readyUrl` answered. */
  readonly answer: unknown;
  /** Stops the server and all it started, and removes its folder. */
  close(): Promise<void>;
}

/** Then it is killed: nothing of its folder is kept. */
const STOP_MS = 2_000;

/** @returns a new temporary folder for a server's files */
export function makeHome(name: string): string {
  const home = mkdtempSync(join(tmpdir(), `stream-fixer-${name}-`));
  mkdirSync(join(home, 'tmp'));
  return home;
}

/**
 * Starts the program and waits until it answers.
 * @throws one line that names the log when it ends or does not answer in time
 */
export async function startServerProcess(options: ServerProcessOptions): Promise<ServerProcess> {
  const { name, program, args, home, env, logFile, readyUrl, startMs } = options;
  mkdirSync(dirname(logFile), { recursive: true });
  const log = openSync(logFile, 'w');
  const child = spawn(program, args, {
    // Out of the terminal's reach, so that Ctrl-C ends it here and in order.
    detached: process.platform !== 'win32',
    stdio: ['ignore', log, log],
    cwd: home,
    // Some leave files of their shells in the folder for temporary files.
    env: { ...process.env, TMPDIR: join(home, 'tmp'), PYTHONUNBUFFERED: '1', ...env },
  });
  let over = false;
  const ended = new Promise<void>((done) => {
    function end(): void {
      over = true;
      done();
    }
    child.on('exit', end);
    child.on('error', end);
  });
  function atExit(): void {
    if (child.pid !== undefined) killTree(child.pid);
    rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  }
  process.on('exit', atExit);

  async function close(): Promise<void> {
    // What it started may run in sessions of its own, and would outlive it.
    const below = child.pid === undefined ? [] : descendants(child.pid);
    child.kill('SIGTERM');
    await Promise.race([ended, delay(STOP_MS, undefined, { ref: false })]);
    for (const pid of below) killTree(pid);
    process.off('exit', atExit);
    atExit();
  }

  const answer = await waitForAnswer(readyUrl, startMs, () => over);
  if (answer === null) {
    await close();
    throw new Error(`${name} did not start; see ${logFile}, then run this again.`);
  }
  return { answer, close };
}

/** @returns the answer's JSON, or null when the server ended or did not answer in time */
async function waitForAnswer(url: string, ms: number, isOver: () => boolean): Promise<unknown> {
  const until = Date.now() + ms;
  while (!isOver() && Date.now() < until) {
    try {
      const answer = await fetch(url, { signal: AbortSignal.timeout(5_000) });
      if (answer.ok) return (await answer.json()) as unknown;
    } catch {
      // Not listening yet.
    }
    await delay(250);
  }
  return null;
}

/** @returns a port of 127.0.0.1 that nothing listens on at the moment */
export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((done) => probe.listen(0, '127.0.0.1', done));
  const { port } = probe.address() as AddressInfo;
  await new Promise<void>((done) => probe.close(() => done()));
  return port;
}
