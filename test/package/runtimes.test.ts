import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Project } from './installed.ts';
import { createProbeProject, expectCleaned } from './probe-project.ts';

let project: Project;

beforeAll(async () => {
  project = await createProbeProject();
});
afterAll(() => project.remove());

/**
 * npm may run in any Node from 20 on; the tests run in a newer one. Deno, Bun, Node 20.0.0:
 * test/real/package-runtimes.test.ts.
 */
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

test('its core runs in an engine that has nothing but TextEncoder and TextDecoder', () => {
  const folder = join(project.folder, 'node_modules/stream-fixer/dist/cjs');
  const loaded = new Map<string, object>();
  const engine = createContext({ TextEncoder, TextDecoder, Uint8Array });
  function load(name: string): object {
    const known = loaded.get(name);
    if (known) return known;
    const exports = {};
    loaded.set(name, exports);
    const code = readFileSync(join(folder, name), 'utf8');
    const body = runInContext(`(exports, require) => {${code}\n}`, engine) as (
      exports: object,
      require: (name: string) => object,
    ) => void;
    body(exports, (other) => load(join(dirname(name), other)));
    return exports;
  }
  const { createNormalizer } = load('core.js') as typeof import('../../src/package/core.ts');
  const { push, end } = createNormalizer();
  const frame = (content: string) =>
    `data: {"choices":[{"index":0,"delta":{"role":"assistant","content":"${content}"}}]}\n\n`;
  const bytes = new TextEncoder().encode(`${frame('\\n`💻 ls`\\n')}data: [DONE]\n\n`);
  const out = [push(bytes.subarray(0, 40)), push(bytes.subarray(40)), end()];

  expect(Buffer.concat(out).toString()).toBe(`${frame('')}data: [DONE]\n\n`);
});
