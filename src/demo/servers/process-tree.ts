/** Ends a program together with all it started, children in sessions of their own included. */
import { spawnSync } from 'node:child_process';

/**
 * Kills `pid` and everything below it at once. Synchronous, so that it works while this process exits.
 * A tree that is gone already is no error.
 */
export function killTree(pid: number): void {
  if (process.platform === 'win32') {
    spawnSync('taskkill', ['/pid', String(pid), '/t', '/f']);
    return;
  }
  // Listed before the first kill: a child that lost its parent can no longer be found by it.
  for (const each of [pid, ...descendants(pid)]) {
    try {
      process.kill(each, 'SIGKILL');
    } catch {
      // It ended by itself in between.
    }
  }
}

/** @returns process ids below `pid`, parents before children; empty where there is no `ps` */
export function descendants(pid: number): number[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const pairs = (stdout ?? '').split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  const found = [pid];
  for (const parent of found) {
    for (const [child, above] of pairs) if (above === parent && child !== undefined) found.push(child);
  }
  return found.slice(1);
}
