import { readFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { readResponse } from '../../../../src/tools/cli/http-response.ts';
import {
  startAgentServer,
  type AgentServer,
  type AgentServerOptions,
} from '../../../../src/tools/demo/servers/agent-server.ts';
import { DANGER, TASKS } from '../../../../src/tools/demo/servers/models.ts';
import { readRecording, recordingNames } from '../../../../src/tools/demo/servers/recordings.ts';
import { textOf } from '../../../normalizer/splits.ts';
import { until } from '../../../../src/tools/browsers/until.ts';

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
])(
  '%s without a stream answers one document, as Hermes did without its markers',
  async (model, content) => {
    const server = await start();

    const response = await ask(server, chatBody(model, 1, false));

    expect(response.headers.get('content-type')).toContain('application/json');
    expect(await response.json()).toMatchObject({
      model,
      choices: [{ message: { role: 'assistant', content } }],
    });
  },
);

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
function get(
  url: string,
  headers: Record<string, string>,
): Promise<{ status: number | undefined; body: string }> {
  return new Promise((done, fail) => {
    const request = httpRequest(url, { headers }, async (response) => {
      let body = '';
      for await (const part of response) body += String(part);
      done({ status: response.statusCode, body });
    });
    request.on('error', fail).end();
  });
}

const STRANGERS: readonly (readonly [string, Record<string, string>])[] = [
  ['another site', { Origin: 'http://example.test' }],
  [
    'another site, which asks without an Origin',
    { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors' },
  ],
  ['another port of this machine', { 'Sec-Fetch-Site': 'same-site' }],
  [
    'a name that was rebound to this machine',
    { Host: 'rebound.example.test', 'Sec-Fetch-Site': 'same-origin' },
  ],
];

test.each(STRANGERS)('%s gets no answer, whatever it requests', async (_, headers) => {
  const server = await start();
  await (await ask(server, chatBody('hermes-0.8'))).text();

  for (const path of [
    '/',
    '/chat.js',
    '/config',
    '/debug/last-request',
    '/v1/models',
    '/nothing',
  ]) {
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
  const body = JSON.stringify({
    model: 'hermes-0.22',
    stream: true,
    messages: [{ role: 'user', content: DANGER }],
  });
  const reply = (await ask(server, body)).text();
  await until(() => questions.length > 0, 'the question');
  const { run_id: run, request_id } = JSON.parse(questions[0]!.split('data: ')[1]!) as Record<
    string,
    string
  >;
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
  const body = JSON.stringify({
    model: 'hermes-0.22',
    stream: true,
    messages: [{ role: 'user', content: DANGER }],
  });
  await (await ask(server, body)).text();
  await (await ask(server, chatBody('hermes-0.19', 2))).text();

  expect(await recorded(server)).toEqual([
    expect.stringContaining('timed out'),
    expect.stringContaining('"exit_code":0'),
    expect.stringContaining('1|one'),
    expect.stringContaining('"exit_code":3'),
  ]);
});

test.each([
  [TASKS.subAgent, '"status": "completed"'],
  [TASKS.failing, '"error": "HTTP 429: rate limited"'],
])('asked "%s", Hermes 0.22 records what became of its sub-agent', async (content, result) => {
  const server = await start();
  const body = JSON.stringify({
    model: 'hermes-0.22',
    stream: true,
    messages: [{ role: 'user', content }],
  });

  expect(await (await ask(server, body)).text()).toContain('"tool": "delegate_task"');

  expect(await recorded(server)).toEqual([expect.stringContaining(result)]);
});

test('asked for a picture, Hermes 0.22 writes its path, and no other model does', async () => {
  const server = await start();
  const reply = async (model: string): Promise<string> => {
    const messages = [{ role: 'user', content: TASKS.picture }];
    return (await ask(server, JSON.stringify({ model, stream: true, messages }))).text();
  };

  expect(await reply('hermes-0.22')).toContain('/srv/hermes/cache/images/cat.png');
  expect(await reply('hermes-0.19')).not.toContain('cat.png');
});
