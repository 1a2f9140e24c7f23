import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { bin, version } from '../../../package.json' with { type: 'json' };
import { buildPackage } from '../../../src/tools/cli/package.ts';
import { freePort } from '../../../src/tools/demo/servers/server-process.ts';
import { startBehind } from '../../gateway/behind.ts';

const RECORDING = resolve(import.meta.dirname, '../../recordings/hermes/v0.8-chat-scenario-1.txt');

/** The package alone, without what it depends on. */
let folder = '';
let command = '';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'stream-fixer-command-'));
  await buildPackage(folder);
  command = join(folder, bin['stream-fixer']);
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

test('installed without anything else, it diagnoses and cleans', () => {
  expect(run('doctor', RECORDING)).toMatchObject({
    status: 1,
    stdout: expect.stringContaining('Defects found: 1\n') as string,
  });
  expect(run('clean', '--text', RECORDING)).toEqual({
    status: 0,
    stdout: 'Let me check. \n\nAll done: it printed the year. ',
    stderr: '',
  });
});

test('in a pipe it cleans each frame as it comes, and needs no "-"', async () => {
  const child = spawn(process.execPath, [command, 'clean'], { cwd: folder });
  const frame = 'data: {"choices":[{"index":0,"delta":{"content":"Hi"}}]}\n\n';
  child.stdin.write(frame);
  const [first] = (await once(child.stdout, 'data')) as [Buffer];
  expect(first.toString()).toBe(frame);
  child.stdin.end(frame);
  expect(await text(child.stdout)).toContain(frame);

  for (const args of [['doctor'], ['doctor', '-']]) {
    const input = readFileSync(RECORDING);
    const { stdout, stderr } = spawnSync(process.execPath, [command, ...args], { input });
    expect(stdout.toString()).toContain('Defects found: 1\n');
    expect(stderr.toString()).toBe('');
  }
});

test.each([
  [['--version'], `${version}\n`],
  [['--help'], 'Usage: npx stream-fixer COMMAND\n'],
  [['doctor', '--help'], 'Usage: npx stream-fixer clean [--text] FILE\n'],
  [['gateway', '--help'], 'Usage: npx stream-fixer gateway --upstream URL'],
])('%j is answered', (args, words) => {
  const { status, stdout, stderr } = run(...args);

  expect(stdout.slice(0, words.length)).toBe(words);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

test.each([
  [[], 'name doctor, clean or gateway'],
  [['doktor'], 'there is no command "doktor"'],
  [['doctor', '/nothing'], 'cannot read "/nothing"'],
  [['gateway'], '--upstream URL'],
  [['gateway', '--upstream', 'http://127.0.0.1:8642', '--port', '8788'], "Unknown option '--port'"],
])('%j: one line says what is wrong, and it exits with 2', (args, words) => {
  const { status, stdout, stderr } = run(...args);

  expect(stderr).toMatch(/^stream-fixer: [^\n]+\n$/);
  expect(stderr).toContain(words);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
});

test.each([
  ['the signal itself', []],
  // As npm does: only the shell between it and the command gets the signal.
  ['the signal of a shell that npm started', ['-c', '"$0" "$@"; exit']],
])(
  'the gateway says where it is, and finishes the reply at %s',
  { timeout: 60_000 },
  async (_, shell) => {
    if (shell.length > 0 && process.platform === 'win32') return;
    let reply: ServerResponse | undefined;
    const behind = await startBehind(
      (_came, response) => void (reply = response).write('data: {"choices":[]}\n\n'),
    );
    const port = await freePort();
    const args = [
      process.execPath,
      command,
      'gateway',
      '--upstream',
      behind.origin,
      '--listen',
      `127.0.0.1:${port}`,
    ];
    const [program = '', ...rest] = shell.length > 0 ? ['sh', ...shell, ...args] : args;
    const child = spawn(program, rest, { env: { ...process.env, npm_lifecycle_event: 'gateway' } });
    const said = await new Promise<string>((done) =>
      child.stdout.once('data', (data: Buffer) => done(data.toString())),
    );
    const output = text(child.stdout);
    const response = await fetch(`http://127.0.0.1:${port}/v1/x`);

    child.kill('SIGTERM');
    await expect
      .poll(() => fetch(`http://127.0.0.1:${port}/.stream-fixer/health`).catch(() => null))
      .toBeNull();
    reply!.end('data: [DONE]\n\n');

    expect(said).toContain(`http://127.0.0.1:${port}/v1 forwards to ${behind.origin}/v1\n`);
    expect(await response.text()).toContain('[DONE]');
    await output;
    await behind.close();
  },
);

test.skipIf(process.platform === 'win32')(
  'SIGHUP lets the gateway read its options again; wrong ones change nothing',
  { timeout: 60_000 },
  async () => {
    const behind = await startBehind((_came, response) => response.end());
    const config = join(folder, 'gateway.json');
    const listen = `127.0.0.1:${await freePort()}`;
    const write = (more: object): void =>
      writeFileSync(config, JSON.stringify({ upstream: behind.origin, listen, ...more }));
    write({});
    const child = spawn(process.execPath, [command, 'gateway', '--config', config]);
    onTestFinished(() => void child.kill('SIGKILL'));
    let [said, warned] = ['', ''];
    child.stdout.on('data', (data: Buffer) => (said += data.toString()));
    child.stderr.on('data', (data: Buffer) => (warned += data.toString()));
    const ask = () =>
      fetch(`http://${listen}/v1/x`, { headers: { origin: 'http://page.example' } });
    await expect.poll(() => said).toContain('forwards to');
    expect((await ask()).headers.get('access-control-allow-origin')).toBeNull();

    write({ cors: 'http://page.example' });
    child.kill('SIGHUP');
    await expect.poll(() => said).toContain('The options were read again.\n');
    expect((await ask()).headers.get('access-control-allow-origin')).toBe('http://page.example');

    write({ nonsense: true });
    child.kill('SIGHUP');
    await expect
      .poll(() => warned)
      .toMatch(/^stream-fixer: The options stay as they were: .*"nonsense".*\n$/m);
    expect((await ask()).headers.get('access-control-allow-origin')).toBe('http://page.example');
    await behind.close();
  },
);
