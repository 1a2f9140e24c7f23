import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import {
  freePort,
  makeHome,
  startServerProcess,
  type ServerProcessOptions,
} from '../../../../src/tools/demo/servers/server-process.ts';

const logs = mkdtempSync(join(tmpdir(), 'server-process-test-'));

afterAll(() => rmSync(logs, { recursive: true, force: true }));

/** A server of a few lines, with a child that would outlive it. */
const SERVER = `
const { spawn } = require('node:child_process');
const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true, stdio: 'ignore' });
console.log('about to listen');
require('node:http').createServer((_, response) => response.end(JSON.stringify({ version: process.env.VERSION, child: child.pid })))
  .listen(Number(process.env.PORT), '127.0.0.1');
`;

async function options(script: string): Promise<ServerProcessOptions> {
  const port = await freePort();
  return {
    name: 'The server',
    program: process.execPath,
    args: ['-e', script],
    home: makeHome('test'),
    env: { PORT: String(port), VERSION: '1.2.3' },
    logFile: join(logs, 'deep', `${port}.log`),
    readyUrl: `http://127.0.0.1:${port}/`,
    startMs: 10_000,
  };
}

/** A killed process may wait for its parent to collect it; that does not count as running. */
function isRunning(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return /^[^Z\s]/.test(stdout);
}

test.skipIf(process.platform === 'win32')(
  'it waits for the answer, and ends the server, its children, and its folder',
  async () => {
    const given = await options(SERVER);

    const server = await startServerProcess(given);

    const { version, child } = server.answer as { version: string; child: number };
    expect(version).toBe('1.2.3');
    expect(isRunning(child)).toBe(true);
    expect(readFileSync(given.logFile, 'utf8')).toBe('about to listen\n');

    await server.close();

    await expect(fetch(given.readyUrl)).rejects.toThrow();
    await expect.poll(() => isRunning(child)).toBe(false);
    expect(existsSync(given.home)).toBe(false);
  },
);

test('a server has a home folder of its own, and reads nothing of the person who runs it', async () => {
  const names = ['HOME', 'USERPROFILE', 'XDG_CONFIG_HOME', 'XDG_CACHE_HOME', 'XDG_DATA_HOME'];
  vi.stubEnv('BASH_ENV', join(logs, 'profile'));
  onTestFinished(() => void vi.unstubAllEnvs());
  const given = await options(`
    require('node:http').createServer((_, response) => response.end(JSON.stringify(process.env)))
      .listen(Number(process.env.PORT), '127.0.0.1');
  `);

  const server = await startServerProcess(given);
  onTestFinished(() => server.close());

  const env = server.answer as Record<string, string>;
  expect(names.filter((name) => !env[name]?.startsWith(given.home))).toEqual([]);
  expect(existsSync(env.HOME!)).toBe(true);
  expect(env).not.toHaveProperty('BASH_ENV');
  expect(env.PATH).toBe(process.env.PATH);
});

test('a server that ends at once gives one line that names its log', async () => {
  const given = await options('process.exit(1)');

  await expect(startServerProcess(given)).rejects.toThrow(
    `The server did not start; see ${given.logFile}, then run this again.`,
  );
  expect(existsSync(given.home)).toBe(false);
});

test('so does a missing program', async () => {
  const given = { ...(await options('')), program: join(logs, 'nothing') };

  await expect(startServerProcess(given)).rejects.toThrow(/^The server did not start/);
});

test('a server that does not answer is given up', async () => {
  const given = { ...(await options('setInterval(() => {}, 1000)')), startMs: 300 };

  await expect(startServerProcess(given)).rejects.toThrow(/^The server did not start/);
});
