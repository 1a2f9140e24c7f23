import { spawn } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startAgentServer, type AgentServer } from '../../src/tools/demo/servers/agent-server.ts';
import { createProject, type Project } from './installed.ts';

const root = resolve(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/package.md'), 'utf8').replaceAll('\r', '');

/** Each program of the page, and the output that the page claims. */
const EXAMPLES = [...page.matchAll(/## ([^\n]+)\n(?:(?!\n## )[^])*?```js\n([^]*?)```\n\n```text\n([^]*?)```/g)].map(
  ([, title = '', code = '', output = '']) => [title, code, output] as const,
);

let project: Project;
let server: AgentServer;

beforeAll(async () => {
  project = await createProject();
  symlinkSync(join(root, 'node_modules/openai'), join(project.folder, 'node_modules/openai'), 'junction');
  server = await startAgentServer({ pace: 0 });
  // The page's server is the one of this test; the rest of the page is unchanged.
  const ours = JSON.stringify(server.origin);
  project.write(
    'server.mjs',
    `const native = fetch; globalThis.fetch = (url, init) => native(String(url).replace('http://127.0.0.1:8642', ${ours}), init);`,
  );
});
afterAll(async () => {
  project.remove();
  await server.close();
});

test('the page has examples, each with its output', () => {
  expect(EXAMPLES).toHaveLength(page.match(/```js/g)?.length ?? 0);
  expect(EXAMPLES.length).toBeGreaterThan(3);
});

test.each(EXAMPLES)('%s: the example prints what the page says', async (_, code, output) => {
  const file = project.write('example.mjs', code);
  const child = spawn(process.execPath, ['--import', './server.mjs', file], { cwd: project.folder });
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);

  expect(errors).toBe('');
  expect(out.trimEnd()).toBe(output.trimEnd());
});
