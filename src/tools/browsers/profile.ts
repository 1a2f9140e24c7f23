import type { ChildProcess } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';

export type Profile = ReturnType<typeof createProfile>;

/** Folders to delete when this process ends, with the id of the browser's process once it runs. */
const open = new Map<string, number | undefined>();
/** Followed by the id of the process that created the folder. */
const PREFIX = 'stream-fixer-browser-';
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Creates a throw-away profile. Browser and folders are gone at the latest when this process ends,
 * short of SIGKILL. (puppeteer's own listeners miss every second browser: they change the list
 * while iterating over it.)
 */
export function createProfile() {
  removeLeftOvers();
  const folder = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
  const directory = join(folder, 'profile');
  mkdirSync(directory);
  watchProcess();
  open.set(folder, undefined);
  return {
    /** Initially empty, for the browser's own files. */
    directory,
    /**
     * Copies a built extension beside the profile and returns the copy's folder. Browsers read the
     * files when they need them, and a build running meanwhile would pull them away.
     * @param permitted match patterns of sites that it may access from its installation on
     */
    copyExtension(source: string, permitted: readonly string[] = []): string {
      const copy = join(folder, 'extension');
      cpSync(source, copy, { recursive: true });
      if (permitted.length > 0) permit(join(copy, 'manifest.json'), permitted);
      return copy;
    },
    /** Registers the browser that runs with this profile, to be killed when this process ends. */
    launched(browser: ChildProcess | null): void {
      open.set(folder, browser?.pid);
    },
    /** Deletes everything; the browser must have exited. */
    remove(): void {
      open.delete(folder);
      removeFolder(folder);
    },
  };
}

function permit(manifest: string, permitted: readonly string[]): void {
  const read = JSON.parse(readFileSync(manifest, 'utf8')) as object;
  writeFileSync(manifest, JSON.stringify({ ...read, host_permissions: permitted }));
}

function watchProcess(): void {
  if (process.listeners('exit').includes(endAll)) return;
  process.on('exit', endAll);
  for (const signal of SIGNALS) process.on(signal, endUnlessHandled);
}

/**
 * Ends the process unless another listener handles the signal: our listener alone would keep it
 * alive.
 */
function endUnlessHandled(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return;
  // Not left to the exit handler alone: a test runner's worker forbids `exit`.
  endAll();
  process.exit(128 + constants.signals[signal]);
}

/** Kills first, then deletes: a test runner gives its workers half a second to end. */
function endAll(): void {
  for (const pid of open.values()) if (pid !== undefined) killGroup(pid);
  for (const folder of open.keys()) removeFolder(folder);
  open.clear();
}

function killGroup(pid: number): void {
  try {
    // puppeteer makes the browser the leader of a process group, except on Windows.
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // It has exited already.
  }
}

/** Cleans up after processes that were killed outright, as a test runner kills its workers. */
function removeLeftOvers(): void {
  for (const name of readdirSync(tmpdir())) {
    const maker = name.startsWith(PREFIX) ? /^\d+(?=-)/.exec(name.slice(PREFIX.length)) : null;
    if (maker && !isRunning(Number(maker[0]))) removeFolder(join(tmpdir(), name));
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Signalling another user's process is forbidden, but the process exists.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function removeFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 });
  } catch {
    // A browser that is still exiting may be writing; a leftover in the temporary folder does no
    // harm.
  }
}
