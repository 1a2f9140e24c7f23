import { spawn } from 'node:child_process';
import { expect, test, vi } from 'vitest';
import { descendants, killTree } from '../../../../src/tools/demo/servers/process-tree.ts';

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** A child that starts a grandchild in its own session, as an agent's shell tool does. */
const PARENT = `
  require('node:child_process').spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)'], { detached: true, stdio: 'ignore' });
  setTimeout(() => {}, 60000);
`;

test.skipIf(process.platform === 'win32')('ends children in sessions of their own too', async () => {
  const parent = spawn(process.execPath, ['-e', PARENT], { stdio: 'ignore' });
  const pid = parent.pid!;
  await vi.waitUntil(() => descendants(pid).length === 1, { timeout: 10_000 });
  const [child = 0] = descendants(pid);

  killTree(pid);

  await vi.waitUntil(() => !isAlive(pid) && !isAlive(child), { timeout: 5_000 });
});

test('a tree that is already gone is not an error', async () => {
  const gone = spawn(process.execPath, ['-e', '']);
  await new Promise((done) => gone.on('exit', done));

  expect(() => killTree(gone.pid!)).not.toThrow();
});
