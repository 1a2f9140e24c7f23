import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Project } from './installed.ts';
import { createProbeProject, expectCleaned } from './probe-project.ts';

let project: Project;

beforeAll(async () => {
  project = await createProbeProject();
});
afterAll(() => project.remove());

/** npm may run in any Node from 20 on; the tests run in a newer one. Deno, Bun, Node 20.0.0: test/real/package-runtimes.test.ts. */
test.each([
  ['the Node of this machine', process.env.npm_node_execpath ?? process.execPath],
  ['the Node of the tests', process.execPath],
])('%s cleans as the normalizer does', async (_, program) => {
  await expectCleaned(project, program, []);
});

test('`require` loads it', () => {
  const args = ['--input-type=commonjs', '--print', "typeof require('stream-fixer').fixFetch"];
  expect(spawnSync(process.execPath, args, { cwd: project.folder }).stdout.toString()).toBe(
    'function\n',
  );
});
