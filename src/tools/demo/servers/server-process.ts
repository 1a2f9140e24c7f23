/**
 * Runs a server program as a child process with its own temporary folder, never longer than this
 * process.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { listenHere } from './local-server.ts';
import { descendants, killTree } from './process-tree.ts';

export interface ServerProcessOptions {
  /** For people, as in "Hermes Agent did not start". */
  readonly name: string;
  readonly program: string;
  readonly args: readonly string[];
  /** From `makeHome`; deleted when the server ends. */
  readonly home: string;
  /** Added to our own environment, of which the person's home folder and settings are left out. */
  readonly env: Readonly<Record<string, string>>;
  /** Path of its log. */
  readonly logFile: string;
  /** Returns JSON once the server is ready. */
  readonly readyUrl: string;
  /** Longest start in milliseconds. */
  readonly startMs: number;
}

/** Milliseconds until it is killed: nothing of its folder is kept. */
const STOP_MS = 2_000;

/** @returns a new temporary folder for a server's files */
export function makeHome(name: string): string {
  const home = mkdtempSync(join(tmpdir(), `stream-fixer-${name}-`));
  for (const place of ['tmp', PERSON]) mkdirSync(join(home, place));
  return home;
}

/** Below the server's folder, the home folder that it sees as a person's. */
const PERSON = 'person';

/** What a shell of the server's would read at its start besides the files in its home folder. */
const SHELL_STARTS = ['BASH_ENV', 'ENV', 'ZDOTDIR'];

/**
 * Returns our environment without what belongs to the person who runs this: an agent runs a login
 * shell, so a slow profile of theirs would delay its first command by half a minute, and their
 * settings would change what it does.
 */
function environmentIn(home: string): NodeJS.ProcessEnv {
  const person = join(home, PERSON);
  return {
    ...Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !SHELL_STARTS.includes(name)),
    ),
    HOME: person,
    USERPROFILE: person,
    XDG_CONFIG_HOME: join(person, '.config'),
    XDG_CACHE_HOME: join(person, '.cache'),
    XDG_DATA_HOME: join(person, '.local/share'),
    XDG_STATE_HOME: join(person, '.local/state'),
    // Some leave files of their shells in the temporary folder.
    TMPDIR: join(home, 'tmp'),
  };
}

/**
 * Starts the program and waits until it responds.
 * @returns the response of `readyUrl`, and how to stop it
 * @throws one line that names the log if the program ends or does not respond in time
 */
export async function startServerProcess(options: ServerProcessOptions) {
  const { name, program, args, home, env, logFile, readyUrl, startMs } = options;
  mkdirSync(dirname(logFile), { recursive: true });
  const log = openSync(logFile, 'w');
  const child = spawn(program, args, {
    // In its own process group, so that Ctrl-C reaches us first and we end it in order.
    detached: process.platform !== 'win32',
    stdio: ['ignore', log, log],
    cwd: home,
    env: { ...environmentIn(home), PYTHONUNBUFFERED: '1', ...env },
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
  function leave(keepsHome: boolean): void {
    if (child.pid !== undefined) killTree(child.pid);
    if (!keepsHome) rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  }
  const atExit = (): void => leave(false);
  process.on('exit', atExit);

  /**
   * Stops the server and everything it started, and removes its folder.
   * @param keepsHome leaves that for the next one
   */
  async function close(keepsHome = false): Promise<void> {
    // Its children may be in sessions of their own and would outlive it.
    const below = child.pid === undefined ? [] : descendants(child.pid);
    child.kill('SIGTERM');
    await Promise.race([ended, delay(STOP_MS, undefined, { ref: false })]);
    for (const pid of below) killTree(pid);
    process.off('exit', atExit);
    leave(keepsHome);
  }

  const answer = await waitForAnswer(readyUrl, startMs, () => over);
  if (answer === null) {
    await close();
    throw new Error(`${name} did not start; see ${logFile}, then run this again.`);
  }
  return { answer, close };
}

/** @returns the response's JSON, or null if the server ended or did not respond in time */
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

/** @returns a port of 127.0.0.1 that nothing currently listens on */
export async function freePort(): Promise<number> {
  const { origin, close } = await listenHere(createServer());
  await close();
  return Number(new URL(origin).port);
}
