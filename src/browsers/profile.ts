import { mkdtempSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Profile {
  readonly directory: string;
  /** To be called once the browser runs; see `keepLast`. */
  launched(): void;
  /** Deletes the directory; the browser must have ended. */
  remove(): void;
}

/** Directories that still have to go when this process ends. */
const open = new Set<string>();
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Makes a throw-away profile directory, deleted at the latest when this process ends, short of SIGKILL. */
export function createProfile(): Profile {
  const directory = mkdtempSync(join(tmpdir(), 'stream-fixer-profile-'));
  open.add(directory);
  return {
    directory,
    launched: keepLast,
    remove() {
      open.delete(directory);
      removeDirectory(directory);
    },
  };
}

/** puppeteer kills its browsers in an `exit` listener that it adds on launch: ours has to come after it. */
function keepLast(): void {
  process.off('exit', removeAll);
  process.on('exit', removeAll);
  for (const signal of SIGNALS) {
    process.off(signal, endUnlessHandled);
    process.on(signal, endUnlessHandled);
  }
}

/** Whoever else listens for the signal decides when the process ends; alone, we must, for listening keeps it alive. */
function endUnlessHandled(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) === 1) process.exit(128 + constants.signals[signal]);
}

function removeAll(): void {
  for (const directory of open) removeDirectory(directory);
  open.clear();
}

function removeDirectory(directory: string): void {
  try {
    rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  } catch {
    // A browser that is just ending still writes; a left-over in the temporary folder harms nobody.
  }
}
