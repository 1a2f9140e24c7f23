import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { createServer, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { readResponse } from '../../../../src/tools/cli/http-response.ts';
import {
  startAgentServer,
  type AgentServer,
  type AgentServerOptions,
} from '../../../../src/tools/demo/servers/agent-server.ts';
import { DANGER } from '../../../../src/tools/demo/servers/models.ts';
import { readRecording, recordingNames } from '../../../../src/tools/demo/servers/recordings.ts';
import { textOf } from '../../../normalizer/splits.ts';
import { listen } from '../../../support/listen.ts';

const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function start(options: AgentServerOptions = {}): Promise<AgentServer> {
  const server = await startAgentServer({ pace: 0, ...options });
  closing.push(() => server.close());
  return server;
}

function chatBody(model: string, turns = 1, stream = true): string {
  const messages = Array.from({ length: turns }, (_, turn) => [
    ...(turn > 0 ? [{ role: 'assistant', content: `answer ${turn}` }] : []),
    { role: 'user', content: `question ${turn + 1}` },
  ]).flat();
  return JSON.stringify({ model, stream, messages });
}

function ask(server: AgentServer, body: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${server.origin}/v1/chat/completions`, { method: 'POST', body, ...init });
}

test.each(recordingNames())('it replays %s byte for byte, with its own headers', async (name) => {
  const server = await start();

  const response = await ask(server, chatBody(name));

  const file = new URL(`../../../recordings/hermes/${name}.txt`, import.meta.url);
  const { body, sessionId } = readResponse(readFileSync(file));
  expect(await response.text()).toBe(textOf(body));
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  expect(response.headers.get('x-hermes-session-id')).toBe(sessionId);
});

test.each([
  ['hermes-0.8', 1, 'v0.8-chat-scenario-1'],
  ['hermes-0.8', 2, 'v0.8-chat-scenario-2'],
  ['hermes-0.8', 3, 'v0.8-chat-scenario-1'],
  ['hermes-0.19', 1, 'v0.19-chat-scenario-1'],
  ['hermes-0.19', 2, 'v0.19-chat-scenario-2'],
])('%s answers turn %i with %s', async (model, turn, name) => {
  const server = await start();

  const text = await (await ask(server, chatBody(model, turn))).text();

  expect(text).toBe(readRecording(name).frames.join(''));
});

test.each([
  ['hermes-0.8', 'Let me check. \n\nAll done: it printed the year. '],
  ['hermes-0.19', 'Let me check. \n\nAll done: it printed the year. '],
  ['imitating', '`⏰ list`\n\nYou have three reminders.'],
])('%s without a stream answers one document, as Hermes did without its markers', async (model, content) => {
  const server = await start();

  const response = await ask(server, chatBody(model, 1, false));

  expect(response.headers.get('content-type')).toContain('application/json');
  expect(await response.json()).toMatchObject({ model, choices: [{ message: { role: 'assistant', content } }] });
});

test.each([
  ['no JSON', '{', 400],
  ['null', 'null', 400],
  ['no messages', '{"model":"hermes-0.8"}', 400],
  ['an unknown model', '{"model":"gpt","messages":[]}', 404],
  ['a name of an object method as model', '{"model":"constructor","messages":[]}', 404],
  ['a path as model', '{"model":"../hermes/v0.8-chat-scenario-1","messages":[]}', 404],
])('a request with %s is refused with a reason', async (_, body, status) => {
  const server = await start();

  const response = await ask(server, body);

  expect(response.status).toBe(status);
  const { error } = (await response.json()) as { error: { message: string } };
  expect(error.message).toMatch(/\.$/);
});

test('it serves the chat page with all it loads, and nothing else', async () => {
  const server = await start();
  const page = await (await fetch(`${server.origin}/`)).text();
  const loaded = [...page.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map((match) => match[1]!);

  for (const path of loaded) expect((await fetch(server.origin + path)).status, path).toBe(200);

  const script = await (await fetch(`${server.origin}/chat.js`)).text();
  for (const [, path] of script.matchAll(/from '\.(\/[^']+)'/g)) {
    expect((await fetch(server.origin + path)).status, path).toBe(200);
  }
  expect(loaded).toContain('/chat.js');
  expect((await fetch(`${server.origin}/agent-server.ts`)).status).toBe(404);
});

/** Not by fetch, which cannot send a custom Host header. */
function get(url: string, headers: Record<string, string>): Promise<{ status: number | undefined; body: string }> {
  return new Promise((done, fail) => {
    const request = httpRequest(url, { headers }, async (response) => {
      let body = '';
      for await (const part of response) body += String(part);
      done({ status: response.statusCode, body });
    });
    request.on('error', fail).end();
  });
}

/** Sends a request line unchanged, and waits until the server has answered and closed. */
async function sendLine(server: AgentServer, line: string): Promise<void> {
  await new Promise<void>((done) => {
    const socket = connect(Number(new URL(server.origin).port), '127.0.0.1');
    socket.resume();
    socket.on('close', () => done());
    socket.on('error', () => done());
    socket.write(`${line}\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  });
}

/** A fake agent: answers with one event and then stays silent. */
async function startUpstream(): Promise<{
  origin: string;
  seen: IncomingHttpHeaders[];
  paths: string[];
  left: () => number;
}> {
  const seen: IncomingHttpHeaders[] = [];
  const paths: string[] = [];
  let left = 0;
  const server = createServer((request, response) => {
    seen.push(request.headers);
    paths.push(request.url ?? '');
    response.on('close', () => (left += 1));
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'X-Hermes-Session-Id': 'api-1' });
    response.write('data: {"choices": []}\n\n');
    if (request.method !== 'POST' || request.headers['content-length'] === '0') response.end();
  });
  const { port, close } = await listen(server);
  closing.push(async () => close());
  return { origin: `http://127.0.0.1:${port}`, seen, paths, left: () => left };
}

test('a real agent gets the key and no Origin, and its response is passed on as it is written', async () => {
  const agent = await startUpstream();
  const server = await start({ upstream: { origin: agent.origin, key: 'secret' } });

  const response = await ask(server, chatBody('hermes-agent'), { headers: { Origin: server.origin } });
  const first = await response.body!.getReader().read();

  expect(new TextDecoder().decode(first.value)).toBe('data: {"choices": []}\n\n');
  expect(response.headers.get('x-hermes-session-id')).toBe('api-1');
  expect(agent.seen[0]).toMatchObject({ authorization: 'Bearer secret' });
  expect(agent.seen[0]).not.toHaveProperty('origin');
  expect(server.requests).toHaveLength(1);
});

test("a real agent's connection is closed when the page leaves", async () => {
  const agent = await startUpstream();
  const server = await start({ upstream: { origin: agent.origin, key: 'secret' } });
  const controller = new AbortController();
  await ask(server, chatBody('hermes-agent'), { signal: controller.signal });

  controller.abort();

  await vi.waitUntil(() => agent.left() === 1);
});

const STRANGERS: readonly (readonly [string, Record<string, string>])[] = [
  ['another site', { Origin: 'http://example.test' }],
  ['another site, which asks without an Origin', { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors' }],
  ['another port of this machine', { 'Sec-Fetch-Site': 'same-site' }],
  ['a name that was rebound to this machine', { Host: 'rebound.example.test', 'Sec-Fetch-Site': 'same-origin' }],
];

test.each(STRANGERS)('%s gets no answer, whatever it requests', async (_, headers) => {
  const server = await start();
  await (await ask(server, chatBody('hermes-0.8'))).text();

  for (const path of ['/', '/chat.js', '/config', '/debug/last-request', '/v1/models', '/nothing']) {
    const { status, body } = await get(server.origin + path, headers);
    expect([path, status]).toEqual([path, 403]);
    expect(body).not.toContain('question 1');
  }
});

test('the page itself, a person who types the URL, and a program get theirs', async () => {
  const server = await start();
  const own: Record<string, string>[] = [
    { 'Sec-Fetch-Site': 'same-origin', Origin: server.origin },
    { 'Sec-Fetch-Site': 'none' },
    {},
  ];
  for (const headers of own) {
    expect((await get(`${server.origin}/debug/last-request`, headers)).status).toBe(200);
  }
});

test('whatever the request line, the key goes only to its agent, and only to its API', async () => {
  const agent = await startUpstream();
  const stranger = await startUpstream();
  const server = await start({ upstream: { origin: agent.origin, key: 'secret' } });
  const { host } = new URL(stranger.origin);
  const pieces = [
    ...'/ / // \\ @ : ? # . .. %2f %5c %00 ; v1 v1/ /v1/models http: https://'.split(' '),
    host,
    'debug/last-request',
    'x',
  ];
  const line = fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((parts) => parts.join(''));
  const method = fc.constantFrom('GET', 'POST', 'HEAD', 'OPTIONS', 'PUT');

  await fc.assert(
    fc.asyncProperty(method, line, async (verb, path) => {
      await sendLine(server, `${verb} ${path || '*'} HTTP/1.1`);
      expect(stranger.seen).toEqual([]);
    }),
    {
      numRuns: 400,
      examples: [
        ['GET', `//${host}/v1/x`],
        ['POST', `/v1/@${host}/`],
        ['GET', `http://${host}/v1/models`],
        ['GET', `/\\${host}/v1/models`],
        ['GET', `/\t/${host}/v1/models`],
        ['GET', `@${host}/v1/models`],
        ['GET', `/.//${host}/v1/models`],
        ['GET', `/v1/..//${host}/v1/models`],
      ],
    },
  );
  expect(agent.seen.length).toBeGreaterThan(0);
  expect(agent.paths.filter((path) => !path.startsWith('/v1/'))).toEqual([]);
  expect((await fetch(`${server.origin}/config`)).status).toBe(200);
}, 60_000);

test('redirects are passed to the page without the key', async () => {
  const stranger = await startUpstream();
  const agent = createServer((_, response) =>
    response.writeHead(307, { Location: `${stranger.origin}/v1/models` }).end(),
  );
  const { port, close } = await listen(agent);
  closing.push(async () => close());
  const server = await start({ upstream: { origin: `http://127.0.0.1:${port}`, key: 'secret' } });

  const { status } = await get(`${server.origin}/v1/models`, {});

  expect(status).toBe(307);
  expect(stranger.seen).toEqual([]);
});

test('an agent that cannot be reached is reported as 502', async () => {
  const server = await start({ upstream: { origin: 'http://127.0.0.1:1', key: 'secret' } });

  expect((await ask(server, chatBody('hermes-agent'))).status).toBe(502);
});

async function recorded(server: AgentServer): Promise<string[]> {
  const { data } = (await (await fetch(`${server.origin}/api/sessions/api-1/messages`)).json()) as {
    data: readonly { role: string; content?: string }[];
  };
  return data.filter(({ role }) => role === 'tool').map(({ content }) => content!);
}

test.each([
  ['deny', 'Command denied by user'],
  ['once', 'was approved by the user'],
])('a question waits for its answer, and "%s" is recorded', async (choice, result) => {
  const questions: string[] = [];
  const server = await start({
    pace: 0.1,
    onWrite: (frame) => frame.includes('approval.request') && questions.push(frame),
  });
  const body = JSON.stringify({ model: 'hermes-0.22', stream: true, messages: [{ role: 'user', content: DANGER }] });
  const reply = (await ask(server, body)).text();
  await vi.waitUntil(() => questions.length > 0, { timeout: 5000 });
  const { run_id: run, request_id } = JSON.parse(questions[0]!.split('data: ')[1]!) as Record<string, string>;
  const answer = async (choice: string): Promise<number> =>
    (
      await fetch(`${server.origin}/v1/runs/${run}/approval`, {
        method: 'POST',
        body: JSON.stringify({ choice, request_id }),
      })
    ).status;

  expect([await recorded(server), await answer('maybe')]).toEqual([[], 400]);
  await new Promise((done) => setTimeout(done, 20));
  expect([await answer(choice), await answer(choice)]).toEqual([200, 409]);
  expect(await reply).toContain('[DONE]');
  expect(await recorded(server)).toEqual([expect.stringContaining(result)]);
});

test('a question that nobody answers times out, and what failed is recorded as failed', async () => {
  const server = await start({ pace: 0 });
  const body = JSON.stringify({ model: 'hermes-0.22', stream: true, messages: [{ role: 'user', content: DANGER }] });
  await (await ask(server, body)).text();
  await (await ask(server, chatBody('hermes-0.19', 2))).text();

  expect(await recorded(server)).toEqual([
    expect.stringContaining('timed out'),
    expect.stringContaining('"exit_code":0'),
    expect.stringContaining('1|one'),
    expect.stringContaining('"exit_code":3'),
  ]);
});
