import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  fixFetch,
  type Choice,
  type Fetch,
  type Progress,
  type Question,
} from '../../src/package/stream-fixer.ts';
import { readRecording } from '../../src/tools/demo/servers/recordings.ts';
import { aiSdk } from '../clients/ai-sdk.ts';
import { langchain } from '../clients/langchain.ts';
import { openaiHelper } from '../clients/openai-helper.ts';
import { openaiStream } from '../clients/openai-stream.ts';

const CHATS = 'http://agent.test:8642/v1/chat/completions';
const HERMES = { 'content-type': 'text/event-stream', 'x-hermes-session-id': 's' };

interface Arrived {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/**
 * A server that answers each request for a chat with this recording, or with nothing that Hermes
 * would send.
 */
function serve(name: string | null = null) {
  const arrived: Arrived[] = [];
  const frames = name === null ? ['data: [DONE]\n\n'] : readRecording(name).frames;
  // A server may ask the same again.
  const body = frames
    .flatMap((frame) => (frame.includes('approval.request') ? [frame, frame] : [frame]))
    .join('');
  const fetch: Fetch = async (input, options) => {
    const request = new Request(input, options);
    const headers = Object.fromEntries(request.headers);
    arrived.push({ url: request.url, headers, body: await request.text() });
    return request.url === CHATS ? new Response(body, { headers: HERMES }) : new Response('{}');
  };
  return { arrived, fetch };
}

/** What is a marker in the eyes of somebody who knows the server. */
const LINE = '`📝 notes`\n\nThat is all.';
const WITHOUT = 'That is all.';

function question(model = 'agent'): string {
  const messages = ['user', 'assistant', 'user'].map((role) => ({ role, content: LINE }));
  return JSON.stringify({ model, stream: true, messages });
}

function contents(body: string | undefined): string[] {
  return (JSON.parse(body ?? '') as { messages: { content: string }[] }).messages.map(
    ({ content }) => content,
  );
}

const CLEAN = contents(question()).with(1, WITHOUT);

test.each([openaiStream, openaiHelper, aiSdk, langchain])(
  '$name gets a reply without markers and events, and the program all tools',
  async ({ ask }) => {
    for (const recording of ['v0.8-chat-scenario-1', 'v0.22-tool']) {
      const tools: string[] = [];
      const fetch = fixFetch({
        fetch: serve(recording).fetch,
        onProgress: ({ status, emoji }) => void tools.push(`${emoji} ${status}`),
      });
      const asked = {
        baseURL: 'http://agent.test:8642/v1',
        apiKey: 'k',
        model: 'agent',
        question: 'Go',
      };

      const { text, error } = await ask({ ...asked, fetch: fetch as typeof globalThis.fetch });

      expect([text.includes('`'), text.length > 10, error]).toEqual([false, true, undefined]);
      expect(tools[0]).toMatch(/^\S+ running$/);
    }
  },
);

test.each<[string, (text: string) => Parameters<Fetch>]>([
  ['text', (body) => [CHATS, { method: 'POST', body }]],
  [
    'text, with its length',
    (body) => [CHATS, { method: 'POST', body, headers: { 'content-length': '9999' } }],
  ],
  ['bytes', (body) => [new URL(CHATS), { method: 'POST', body: new TextEncoder().encode(body) }]],
  ['a buffer', (body) => [CHATS, { method: 'POST', body: new TextEncoder().encode(body).buffer }]],
  ['a request', (body) => [new Request(CHATS, { method: 'POST', body, headers: { 'x-a': 'b' } })]],
  [
    'a request that does not show its body',
    (body) => [
      Object.defineProperty(new Request(CHATS, { method: 'POST', body }), 'body', {
        value: undefined,
      }),
    ],
  ],
  [
    'a request, and other headers',
    (body) => [new Request(CHATS, { method: 'POST', body }), { headers: { 'x-a': 'b' } }],
  ],
])('the history is cleaned: %s', async (_, make) => {
  const { arrived, fetch } = serve();
  const args = make(question());

  await fixFetch({ fetch, isHermes: true })(...args);

  expect(contents(arrived[0]?.body)).toEqual(CLEAN);
  const sent = new Headers(args[1]?.headers ?? (args[0] as Request).headers);
  expect(arrived[0]?.headers['x-a'] ?? null).toBe(sent.get('x-a'));
  expect(arrived[0]?.headers['content-length']).toBeUndefined();
});

test.each<[string, RequestInit]>([
  ['signed', { body: question(), headers: { 'x-signature': 'abc' } }],
  ['compressed', { body: question(), headers: { 'content-encoding': 'gzip' } }],
  ['no text', { body: new Uint8Array([0xff, 0xfe]) }],
  ['a form', { body: new URLSearchParams({ messages: LINE }) }],
  ['no chat', { body: JSON.stringify({ note: LINE }) }],
])('a request passes as it is: %s', async (_, init) => {
  const send = vi.fn<Fetch>(async () => new Response(LINE));
  const all = { method: 'POST', ...init };

  const response = await fixFetch({ fetch: send, isHermes: true })(CHATS, all);

  expect(send.mock.calls).toEqual([[CHATS, all]]);
  expect(send.mock.calls[0]?.[1]).toBe(all);
  expect(await response.text()).toBe(LINE);
});

test('the answer to a body that goes on is cleaned, as a proxy of hono sends it', async () => {
  const { fetch, arrived } = serve('v0.8-chat-scenario-1');
  const stream = new Blob([question()]).stream();
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: stream };
  const request = new Request(CHATS, { ...init, duplex: 'half' } as RequestInit);

  const reply = await (await fixFetch({ fetch })(request)).text();
  expect(arrived[0]?.body).toBe(question());
  expect(reply).toContain('[DONE]');
  expect(reply).not.toMatch(/⏰|💻|\\ud83d\\udcbb/);
});

test('what one model of a server has shown counts for its next requests, and for no other', async () => {
  const { arrived, fetch } = serve('v0.8-chat-scenario-1');
  const fixed = fixFetch({ fetch });
  const post = async (model: string) =>
    (await fixed(CHATS, { method: 'POST', body: question(model) })).body?.pipeTo(
      new WritableStream(),
    );

  await post('agent');
  await post('agent');
  await post('other');

  expect(arrived.map(({ body }) => contents(body)[1])).toEqual([LINE, WITHOUT, LINE]);
});

test.each<[string, () => Choice | null, string[]]>([
  ['once', () => 'once', ['once']],
  ['deny', () => 'deny', ['deny']],
  ['what the agent does not take', () => 'for ever' as Choice, []],
  ['null', () => null, []],
])(
  'a question of the agent is answered, once, with its own key: %s',
  async (_, onApproval, choices) => {
    const { arrived, fetch } = serve('v0.22-danger');
    const asked = vi.fn(onApproval);
    const response = await fixFetch({ fetch, onApproval: asked })(CHATS, {
      method: 'POST',
      headers: { authorization: 'Bearer k' },
      body: question(),
    });
    await response.text();

    expect(asked).toHaveBeenCalledOnce();
    const answers = arrived.slice(1);
    expect(answers.map(({ url }) => url)).toEqual(
      choices.map(
        () =>
          expect.stringMatching(
            /^http:\/\/agent\.test:8642\/v1\/runs\/[\w-]+\/approval$/,
          ) as string,
      ),
    );
    expect(answers.map(({ body }) => (JSON.parse(body) as { choice: string }).choice)).toEqual(
      choices,
    );
    for (const { headers } of answers) expect(headers.authorization).toBe('Bearer k');
  },
);

/** What a test's agent asks, as Hermes 0.22 does. */
function asks(command: string, some: object = {}): string {
  const data = { event: 'approval.request', run_id: 'chatcmpl-1', request_id: 'q1', command };
  const choices = ['once', 'deny'];
  return `event: approval.request\ndata: ${JSON.stringify({ ...data, choices, ...some })}\n\n`;
}

/** A reply that shows by its id that Hermes writes it, and a tool that runs. */
const RUNS =
  `data: ${JSON.stringify({ id: `chatcmpl-${'a'.repeat(29)}`, choices: [{ index: 0, delta: { content: 'Hi' } }] })}\n\n` +
  'event: hermes.tool.progress\ndata: {"tool":"terminal","toolCallId":"c1","status":"running"}\n\n';

/**
 * A program that answers the questions of a reply.
 * @param end where the reply comes from: null for a response that does not know its address
 */
function approve(
  frames: string[],
  end: string | null,
  answer = async (): Promise<Choice> => 'once',
) {
  const posted: { url: string; init: RequestInit | undefined }[] = [];
  const progress: Progress[] = [];
  const onError = vi.fn();
  const onApproval = vi.fn<(question: Question) => Promise<Choice>>(answer);
  const send: Fetch = async (input, init) => {
    if (String(input).includes('/approval')) {
      posted.push({ url: String(input), init });
      return new Response('{}');
    }
    const response = new Response(frames.join(''), { headers: HERMES });
    if (end !== null) {
      Object.defineProperty(response, 'url', { value: end });
      Object.defineProperty(response, 'redirected', { value: end !== CHATS });
    }
    return response;
  };
  const fixed = fixFetch({
    fetch: send,
    onApproval,
    onError,
    onProgress: (each) => void progress.push(each),
  });
  const ask = async (url: string | Request = CHATS): Promise<string> => {
    const headers = { authorization: 'Bearer key' };
    return (await fixed(url, { method: 'POST', headers, body: question() })).text();
  };
  return { ask, posted, progress, onApproval, onError };
}

test.each<[string, string | null, string | null]>([
  ['of the server that was asked', CHATS, 'http://agent.test:8642'],
  ['of a response without an address', null, 'http://agent.test:8642'],
  [
    'behind a redirect within the server',
    'http://agent.test:8642/p/two/v1/chat/completions',
    'http://agent.test:8642/p/two',
  ],
  ['behind a redirect to another host', 'http://evil.test:1/v1/chat/completions', null],
  ['behind a redirect to another port', 'http://agent.test:1/v1/chat/completions', null],
  ['behind a redirect to another scheme', 'https://agent.test:8642/v1/chat/completions', null],
  [
    'behind a redirect to a name that begins alike',
    'http://agent.test:86420/v1/chat/completions',
    null,
  ],
  ['behind a redirect to no chat', 'http://agent.test:8642/elsewhere', null],
  ['behind a redirect to nowhere', '', null],
])('a question counts only %s', async (_, end, server) => {
  const { ask, posted, progress, onApproval } = approve([RUNS, asks('ls')], end);

  await ask();

  const host = server === null ? undefined : 'agent.test:8642';
  const waiting = progress.find(({ status }) => status === 'waiting')?.question;
  expect(waiting).toMatchObject({
    answeredBy: server === null ? 'elsewhere' : 'you',
    ...(server !== null && { host, server, until: expect.any(Number) as number }),
  });
  expect(onApproval.mock.calls.map(([{ host, server }]) => ({ host, server }))).toEqual(
    server === null ? [] : [{ host, server }],
  );
  expect(posted.map(({ url }) => url)).toEqual(
    server === null ? [] : [`${server}/v1/runs/chatcmpl-1/approval`],
  );
});

test.each([{ run_id: '../x' }, { run_id: '' }, { request_id: '' }])(
  'a question that no answer could name is not asked: %o',
  async (some) => {
    const { ask, posted, onApproval } = approve([RUNS, asks('ls', some)], CHATS);

    await ask();

    expect([onApproval.mock.calls, posted]).toEqual([[], []]);
  },
);

test('an answer on its way is dropped once its question has changed, and that one is asked', async () => {
  const answers: ((choice: Choice) => void)[] = [];
  const answer = (): Promise<Choice> => new Promise((done) => answers.push(done));
  const frames = [RUNS, asks('ls'), asks('ls'), asks('rm -rf /'), asks('ls')];
  const { ask, posted, onApproval, onError } = approve(frames, CHATS, answer);
  await ask();
  expect(onApproval.mock.calls.map(([{ command }]) => command)).toEqual(['ls', 'rm -rf /', 'ls']);

  for (const answered of answers.slice(0, 2)) answered('once');
  await expect.poll(() => onError).toHaveBeenCalledTimes(2);
  expect(posted).toEqual([]);
  expect(onError).toHaveBeenCalledWith(
    new Error('The agent asks something else by now: this answer was not sent'),
  );

  answers[2]!('deny');
  await expect.poll(() => posted).toHaveLength(1);
  expect(JSON.parse(posted[0]?.init?.body as string)).toEqual({ choice: 'deny', request_id: 'q1' });
});

test('a question that another reply repeats is asked once, and one that it changes again', async () => {
  const frames = [RUNS, asks('ls')];
  const { ask, onApproval } = approve(frames, CHATS);
  await ask();
  await ask();
  expect(onApproval).toHaveBeenCalledTimes(1);

  frames[1] = asks('rm -rf /');
  await ask();
  expect(onApproval.mock.calls.map(([{ command }]) => command)).toEqual(['ls', 'rm -rf /']);
});

test('an answer follows no redirect, so that its key stays at the agent', async () => {
  const led: string[] = [];
  const server = createServer((request, response) => {
    led.push(`${request.method} ${request.url} ${request.headers.authorization}`);
    request.resume();
    if (request.url === '/v1/chat/completions')
      response.writeHead(200, HERMES).end(RUNS + asks('ls'));
    else response.writeHead(307, { location: '/elsewhere' }).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const onError = vi.fn();
  const fixed = fixFetch({ onApproval: () => 'once', onError });
  const headers = { authorization: 'Bearer key' };

  await (
    await fixed(`${origin}/v1/chat/completions`, { method: 'POST', headers, body: question() })
  ).text();
  await expect.poll(() => onError).toHaveBeenCalled();

  expect(led).toEqual([
    'POST /v1/chat/completions Bearer key',
    'POST /v1/runs/chatcmpl-1/approval Bearer key',
  ]);
});

test('where a runtime knows no "error" for redirects, as workerd, none is followed either', async () => {
  vi.stubGlobal(
    'Request',
    class {
      constructor(_: string, { redirect }: RequestInit = {}) {
        if (redirect === 'error') throw new TypeError('Invalid redirect value');
      }
    },
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  const { ask, posted } = approve([RUNS, asks('ls')], CHATS);

  await ask();

  expect(posted.map(({ init }) => init?.redirect)).toEqual(['manual']);
});

test('an answer that the agent does not offer is not sent, and the program hears of it', async () => {
  const answer = (): Promise<Choice> => Promise.resolve('always');
  const { ask, posted, onError } = approve([RUNS, asks('ls')], CHATS, answer);

  await ask();

  expect(posted).toEqual([]);
  expect(onError).toHaveBeenCalledExactlyOnceWith(
    new Error('The agent does not offer the answer "always". It offers: once, deny.'),
  );
});

test('an answer that fails reaches the program, and the reply goes on', async () => {
  const { fetch } = serve('v0.22-danger');
  const onError = vi.fn();
  const refuses: Fetch = (input, init) =>
    String(input) === CHATS
      ? fetch(input, init)
      : Promise.resolve(new Response('', { status: 409 }));
  const fixed = fixFetch({ fetch: refuses, onApproval: () => 'once', onError });

  const text = await (await fixed(CHATS, { method: 'POST', body: question() })).text();

  expect(text).toContain('[DONE]');
  expect(onError).toHaveBeenCalledExactlyOnceWith(
    new Error('The agent did not take the answer: HTTP 409'),
  );
});

/** An HTTP server that shows what arrives, and answers as soon as a body begins. */
async function openServer() {
  const server = createServer((request, response) => {
    if (request.url === '/moved') {
      response.writeHead(307, { location: '/chat' }).end();
      return void request.resume();
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    request.on('data', (chunk: Buffer) =>
      response.write(`data: ${JSON.stringify(chunk.toString())}\n\n`),
    );
    request.on('end', () => response.end());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test.each(['application/json', 'text/plain', 'application/octet-stream', ''])(
  'a request whose body goes on is sent at once: %s',
  async (type) => {
    const url = await openServer();
    let more: (text: string | null) => void = () => {};
    const body = new ReadableStream({
      start(controller) {
        more = (text) =>
          text === null ? controller.close() : controller.enqueue(new TextEncoder().encode(text));
        more('{"messages":[');
      },
    });
    const headers: HeadersInit = type === '' ? {} : { 'content-type': type };
    const init = { method: 'POST', headers, body, duplex: 'half' };
    const response = await fixFetch()(new Request(`${url}/chat`, init as RequestInit));
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();

    expect((await reader?.read())?.value).toContain('messages');
    more(']}');
    more(null);
    expect((await reader?.read())?.value).toContain(']}');
  },
);

test('after a redirect with the body, the response is as the native one', async () => {
  const url = await openServer();
  const init = { method: 'POST', body: question() };
  const headers = { 'content-type': 'application/json' };
  const native = await fetch(`${url}/moved`, init);
  for (const input of [
    [`${url}/moved`, init],
    [new Request(`${url}/moved`, { ...init, headers })],
  ] as Parameters<Fetch>[]) {
    const response = await fixFetch({ isHermes: true })(...input);
    for (const one of [response, response.clone(), response.clone().clone()])
      expect([one.type, one.redirected, one.url, one.status, one.ok]).toEqual([
        native.type,
        native.redirected,
        native.url,
        native.status,
        native.ok,
      ]);
    expect([native.redirected, native.url]).toEqual([true, `${url}/chat`]);
    const [sent = ''] = /(?<=^data: ).*/.exec(await response.text()) ?? [];
    expect(contents(JSON.parse(sent) as string)).toEqual(CLEAN);
    if (input[0] instanceof Request) expect(input[0].bodyUsed).toBe(true);
  }
});

test.each(['GET', 'HEAD', 'POST', 'DELETE'])(
  'a request without a body has none: %s',
  async (method) => {
    const { arrived, fetch } = serve();
    const headers = { 'content-type': 'application/json' };

    await fixFetch({ fetch })(new Request(CHATS, { method, headers }));

    expect(arrived.map(({ body }) => body)).toEqual(['']);
  },
);

test('a large body is neither copied nor decoded', async () => {
  const decoded = vi.spyOn(TextDecoder.prototype, 'decode');
  onTestFinished(() => decoded.mockRestore());
  const file = new Uint8Array(100 * 1024 * 1024).fill(0x20);
  const send: Fetch = async () => new Response('');
  for (const input of [
    [CHATS, { method: 'POST', body: file }],
    [new Request(CHATS, { method: 'POST', body: file.subarray(0, 1024) })],
  ] as Parameters<Fetch>[])
    await fixFetch({ fetch: send })(...input);

  expect(decoded.mock.calls.filter(([bytes]) => (bytes?.byteLength ?? 0) > 32)).toEqual([]);
});

test.each<[string, Uint8Array<ArrayBuffer>]>([
  ['a file', new Uint8Array(1024).fill(0x20)],
  ['too long', new TextEncoder().encode(`{"a":"${'x'.repeat(65 * 2 ** 20)}"}`)],
])(
  'a request whose JSON is none, or too long, is neither copied nor changed: %s',
  async (_, body) => {
    const copied = vi.spyOn(Request.prototype, 'arrayBuffer');
    onTestFinished(() => copied.mockRestore());
    const send = vi.fn<Fetch>(async () => new Response(''));
    const aborter = new AbortController();
    const init: RequestInit = {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer key', 'x-mine': '1' },
      mode: 'same-origin',
      credentials: 'include',
      cache: 'no-store',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
      integrity: 'sha256-x',
      signal: aborter.signal,
    };
    const given = new Request(CHATS, { ...init, body });

    await fixFetch({ fetch: send })(given);

    const [sent, options] = send.mock.calls[0] as unknown as [Request, unknown];
    expect(options).toBeUndefined();
    expect(copied).not.toHaveBeenCalled();
    for (const name of Object.keys(init) as (keyof Request)[])
      if (name !== 'signal' && name !== 'headers')
        expect([name, sent[name]]).toEqual([name, given[name]]);
    expect([...sent.headers]).toEqual([...given.headers]);
    expect([sent.url, sent.referrer]).toEqual([given.url, given.referrer]);
    aborter.abort();
    expect(sent.signal.aborted).toBe(true);
    expect((await (await sent.blob()).bytes()).length).toBe(body.length);
    expect(given.bodyUsed).toBe(true);
  },
);

test('a request that says that its body is too long is not read', async () => {
  const headers = { 'content-type': 'application/json', 'content-length': String(300 * 2 ** 20) };
  const request = new Request(CHATS, { method: 'POST', headers, body: question() });
  const send = vi.fn<Fetch>(async () => new Response(''));

  await fixFetch({ fetch: send, isHermes: true })(request);

  expect(send.mock.calls).toEqual([[request, undefined]]);
  expect(request.bodyUsed).toBe(false);
});

test('the global fetch may be set to it', async () => {
  const { arrived, fetch: global } = serve();
  vi.stubGlobal('fetch', global);
  vi.stubGlobal('fetch', fixFetch({ isHermes: true }));
  onTestFinished(() => void vi.unstubAllGlobals());

  await fetch(CHATS, { method: 'POST', body: question() });

  expect(arrived.map(({ body }) => contents(body))).toEqual([CLEAN]);
});

test('an unknown repair is an error at once', () => {
  // @ts-expect-error There is no such repair.
  expect(() => fixFetch({ repairs: { dnoe: true } })).toThrow('There is no repair "dnoe".');
});
