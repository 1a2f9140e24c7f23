import {
  Agent,
  fetch as undiciFetch,
  getGlobalDispatcher,
  request,
  setGlobalDispatcher,
} from 'undici';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { fixDispatch, fixFetch, normalize, type Fetch } from '../../src/package/stream-fixer.ts';
import { startAgentServer, type AgentServer } from '../../src/tools/demo/servers/agent-server.ts';

const LINE = '`📝 notes`\n\nThat is all.';
const METHOD = { method: 'POST', headers: { 'content-type': 'application/json' } } as const;

let server: AgentServer;
let url = '';

beforeAll(async () => {
  server = await startAgentServer({ pace: 0 });
  url = `${server.origin}/v1/chat/completions`;
});
afterAll(() => server.close());

function fixed(isHermes = false) {
  const agent = new Agent();
  onTestFinished(() => agent.destroy());
  return agent.compose(fixDispatch({ isHermes }));
}

function question(stream = true): string {
  const messages = ['user', 'assistant', 'user'].map((role) => ({ role, content: LINE }));
  return JSON.stringify({ model: 'hermes-0.8', stream, messages });
}

function contents(): unknown[] {
  return (server.requests.at(-1)?.messages ?? []).map(
    (message) => (message as { content: unknown }).content,
  );
}

test.each([
  ['stream', true, 'That is all.'],
  // It shows too little of its server.
  ['whole answer', false, LINE],
])('undici gets a cleaned %s', async (_, stream, next) => {
  const body = question(stream);
  const dispatcher = fixed();
  const expected = await normalize(await fetch(url, { ...METHOD, body })).text();

  const ask = async () => await (await request(url, { ...METHOD, body, dispatcher })).body.text();

  expect([await ask(), contents()]).toEqual([expected, [LINE, LINE, LINE]]);
  expect([await ask(), contents()]).toEqual([expected, [LINE, next, LINE]]);
});

test("undici's fetch and Node's own read cleaned streams", async () => {
  const body = question();
  const expected = await normalize(await fetch(url, { ...METHOD, body })).text();
  const dispatcher = fixed();
  const before = getGlobalDispatcher();
  onTestFinished(() => setGlobalDispatcher(before));

  const fix = fixFetch({ fetch: undiciFetch as unknown as Fetch });
  expect(await (await fix(url, { ...METHOD, body })).text()).toBe(expected);
  expect(await (await undiciFetch(url, { ...METHOD, body, dispatcher })).text()).toBe(expected);
  setGlobalDispatcher(dispatcher);
  expect(await (await fetch(url, { ...METHOD, body })).text()).toBe(expected);
});

test.each([
  ['signed', { 'x-signature': 'abc' }],
  ['of a stated length', { 'content-length': String(Buffer.byteLength(question())) }],
])('a request passes as it is: %s', async (_, headers) => {
  const dispatcher = fixed(true);

  await (await request(url, { method: 'POST', headers, body: question(), dispatcher })).body.dump();

  expect(contents()[1]).toBe(LINE);
});
