import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const command = resolve(import.meta.dirname, '../../../../src/tools/cli/gateway/run.ts');

test.each([
  [['--upstream', 'http://127.0.0.1:8642', '--listen', '127.0.0.1:99999'], '--listen takes HOST:PORT'],
  [['--upstream', 'http://127.0.0.1:8642', '--port', '8788'], "Unknown option '--port'"],
  [['--upstream', 'http://127.0.0.1:8642', '--ca', '/nothing'], '/nothing'],
  [[], '--upstream URL'],
])('the command with %j says on one line what is wrong, and exits with 2', (args, words) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], { encoding: 'utf8' });

  expect(stderr).toMatch(/^gateway: [^\n]+\n$/);
  expect(stderr).toContain(words);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
});

test('the command prints its options', () => {
  const { status, stdout } = spawnSync(process.execPath, [command, '--help'], { encoding: 'utf8' });

  expect(stdout).toMatch(/^Usage: npm run gateway -- --upstream URL/);
  expect(status).toBe(0);
});
