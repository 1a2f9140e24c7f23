import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startAgentServer, type AgentServer } from '../../src/tools/demo/servers/agent-server.ts';
import { checkTypes, createExamples, EXAMPLES, PAGE } from './examples.ts';
import type { Project } from './installed.ts';

let project: Project;
let server: AgentServer;

beforeAll(async () => {
  project = await createExamples();
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
  expect(EXAMPLES).toHaveLength(PAGE.match(/```js/g)?.length ?? 0);
  expect(EXAMPLES.length).toBeGreaterThan(2);
});

test.each(EXAMPLES)('%s: the example prints what the page says', async (_, code, output) => {
  const file = project.write('example.mjs', code);
  const child = spawn(process.execPath, ['--import', './server.mjs', file], {
    cwd: project.folder,
  });
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);

  expect(errors).toBe('');
  expect(out.trimEnd()).toBe(output.trimEnd());
});

// With TypeScript 5.6: test/real/package-runtimes.test.ts.
test('the examples are as strict about types as TypeScript can be', () => {
  expect(
    checkTypes(project, resolve(import.meta.dirname, '../../node_modules/typescript/bin/tsc')),
  ).toBe('');
});
