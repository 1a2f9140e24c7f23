/** Real Deno and Bun from npm, without their install scripts: the program is in a package for each system. */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import type { Project } from '../package/installed.ts';
import { createProbeProject, expectCleaned } from '../package/probe-project.ts';
import { installPackages } from '../support/npm-packages.ts';

const INSTALL_MS = 300_000;

let project: Project;
let modules = '';

beforeAll(() => {
  modules = join(installPackages(['bun@1.4.5', 'deno@2.9.5']), 'node_modules');
  project = createProbeProject();
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
