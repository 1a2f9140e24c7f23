/**
 * Ends a program together with everything it started, including children in sessions of their own.
 */
import { spawnSync } from 'node:child_process';

/**
 * Kills `pid` and everything below it at once. Synchronous, so that it works while this process
 * exits. A tree that is already gone is not an error.
 */
export function killTree(pid: number): void {
  if (process.platform === 'win32') {
    spawnSync('taskkill', ['/pid', String(pid), '/t', '/f']);
    return;
  }
  // Listed before the first kill: an orphaned child can no longer be found by its parent.
  for (const each of [pid, ...descendants(pid)]) {
    try {
      process.kill(each, 'SIGKILL');
    } catch {
      // It ended by itself in the meantime.
    }
  }
}

/** @returns process ids below `pid`, parents before children; empty if there is no `ps` */
export function descendants(pid: number): number[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const pairs = (stdout ?? '').split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  const found = [pid];
  for (const parent of found) {
    for (const [child, above] of pairs)
      if (above === parent && child !== undefined) found.push(child);
  }
  return found.slice(1);
}
