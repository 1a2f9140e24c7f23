import '../browser-shape.ts';
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import type { ResponseHead } from '../../../src/hook/transports/traffic.ts';
import { overlayFetch } from '../../../src/hook/transports/fetch.ts';
import { listen } from '../../support/listen.ts';
import { fakeTraffic } from '../fake-traffic.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const DIRTY = '{"dirty":1}';

/** A `fetch` that records its calls, under an overlay whose cleaning turns "dirty" into "clean". */
function stage(
  state: 'on' | 'off' | 'unknown' = 'on',
  answer: () => Response = () => new Response('body'),
) {
  const calls: [unknown, RequestInit | undefined][] = [];
  const heads: ResponseHead[] = [];
  const view = {
    fetch(input: unknown, init?: RequestInit): Promise<Response> {
      calls.push([input, init]);
      return Promise.resolve(answer());
    },
  };
  const traffic = fakeTraffic({
    off: () => state === 'off',
    on: () => state === 'on',
    cleanRequest: (body) =>
      state === 'on' && /dirty|chat|hermes/.test(body)
        ? {
            body: body.replace('dirty', 'clean'),
            asksReply: true,
            message: null,
            ...(body.includes('hermes') && { tells: body.includes('not') ? 'on' : 'hermes' }),
          }
        : null,
    openBody(head) {
      heads.push(head);
      return null;
    },
  });
  overlayFetch(view, traffic);
  return { view, calls, heads };
}

/** The body that was sent, however it was given. */
async function sent(calls: readonly [unknown, RequestInit | undefined][]): Promise<string> {
  const [input, init] = calls[0] ?? [];
  return typeof init?.body === 'string' ? init.body : (input as Request).text();
}

test.each<[string, RequestInit, string]>([
  ['a string', { method: 'POST', body: DIRTY }, '{"clean":1}'],
  [
    'a string under other headers',
    { method: 'POST', body: DIRTY, headers: { ...JSON_TYPE, 'x-a': '1' } },
    '{"clean":1}',
  ],
  [
    'a string under a bearer token',
    { method: 'POST', body: DIRTY, headers: { authorization: 'Bearer x' } },
    '{"clean":1}',
  ],
  ['a string under pairs', { method: 'POST', body: DIRTY, headers: [['x-a', '1']] }, '{"clean":1}'],
  [
    'a string under Headers',
    { method: 'POST', body: DIRTY, headers: new Headers({ authorization: 'Bearer x' }) },
    '{"clean":1}',
  ],
  ['a signed string', { method: 'POST', body: DIRTY, headers: { 'Content-Digest': 'x' } }, DIRTY],
  [
    'a string signed in pairs',
    { method: 'POST', body: DIRTY, headers: [['Signature', 'x']] },
    DIRTY,
  ],
  [
    'a string signed in Headers',
    { method: 'POST', body: DIRTY, headers: new Headers({ digest: 'x' }) },
    DIRTY,
  ],
  [
    'a string signed by AWS',
    { method: 'POST', body: DIRTY, headers: { Authorization: 'AWS4-HMAC-SHA256 x' } },
    DIRTY,
  ],
  [
    'a string with headers that only code can compute',
    {
      method: 'POST',
      body: DIRTY,
      get headers() {
        return {};
      },
    },
    DIRTY,
  ],
  [
    'a string under one-shot pairs',
    { method: 'POST', body: DIRTY, headers: [new Set(['x', 'y'])] as never },
    DIRTY,
  ],
])('%s leaves cleaned, unless it is signed or could be', async (_name, init, expected) => {
  const { view, calls } = stage();

  await view.fetch('/chat', init);

  expect(await sent(calls)).toBe(expected);
});

const TOLD = { authorization: 'Bearer x', 'X-Stream-Fixer': 'hermes' };

test.each<[string, string, HeadersInit, HeadersInit]>([
  ['its own server', '/chat', { authorization: 'Bearer x' }, TOLD],
  ['another server', 'https://elsewhere/chat', JSON_TYPE, JSON_TYPE],
  ['perhaps another server', '//elsewhere/chat', JSON_TYPE, JSON_TYPE],
  ['its own server, signed', '/chat', { digest: 'x' }, { digest: 'x' }],
])('a request to %s says that its model is Hermes, or not', (_name, url, headers, expected) => {
  const { view, calls } = stage();
  const init = { method: 'POST', body: '{"hermes":1}', headers };

  void view.fetch(url, init);

  expect(calls[0]?.[1]?.headers).toEqual(expected);
  expect([calls[0]?.[1]?.body, init.headers]).toEqual([init.body, headers]);
});

test('a request whose model is not known says that badges are here', () => {
  const { view, calls } = stage();

  void view.fetch('/chat', { method: 'POST', body: '{"not hermes":1}', headers: {} });

  expect(calls[0]?.[1]?.headers).toEqual({ 'X-Stream-Fixer': 'on' });
});

/** Ways in which other scripts between us and the browser read what they are given. */
const READERS: Readonly<Record<string, (init: RequestInit) => RequestInit>> = {
  'a spread': (init) => ({ ...init }),
  'Object.assign': (init) => Object.assign({}, init),
  'its own keys': (init) =>
    Object.fromEntries(Object.keys(init).map((key) => [key, init[key as never]])),
  'its descriptors': (init) => Object.defineProperties({}, Object.getOwnPropertyDescriptors(init)),
  'a rest': ({ ...rest }) => rest,
};

test.each(Object.entries(READERS))(
  'a script between us and the browser gets all of a cleaned call by %s',
  (_name, read) => {
    const { view, calls } = stage();
    const key = Symbol('of the page');
    const { signal } = new AbortController();
    const init = {
      method: 'POST',
      headers: JSON_TYPE,
      body: DIRTY,
      signal,
      [key]: 1,
      next: { tags: ['chat'] },
    };

    void view.fetch('/chat', init);

    expect(init.body).toBe(DIRTY);
    const received = read(calls[0]![1]!);
    expect(received).toEqual(read({ ...init, body: '{"clean":1}' }));
    expect(received.signal).toBe(signal);
    expect(received.headers).toBe(JSON_TYPE);
  },
);

test.each<[string, RequestInit]>([
  ['without a prototype', Object.assign(Object.create(null) as RequestInit, { body: DIRTY })],
  ['that is frozen', Object.freeze({ method: 'POST', body: DIRTY })],
  [
    'with hidden members',
    Object.defineProperties({}, { body: { value: DIRTY }, method: { value: 'POST' } }),
  ],
])('what replaces options %s differs in its body alone', (_name, init) => {
  const { view, calls } = stage();
  const before = Object.getOwnPropertyDescriptors(init);

  void view.fetch('/chat', init);

  const given = calls[0]![1]!;
  expect(Object.getPrototypeOf(given)).toBe(Object.getPrototypeOf(init));
  expect(Object.getOwnPropertyDescriptors(given)).toEqual({
    ...before,
    body: { ...before.body, value: '{"clean":1}' },
  });
  expect(Object.getOwnPropertyDescriptors(init)).toEqual(before);
});

test('code of the page that computes an option runs only when the browser asks, once, on its own object', () => {
  const { view, calls } = stage();
  const asked: unknown[] = [];
  const init = {
    method: 'POST',
    body: DIRTY,
    get credentials(): RequestCredentials {
      asked.push(this);
      return 'include';
    },
  };

  void view.fetch('/chat', init);
  expect(asked).toEqual([]);

  expect({ ...calls[0]![1] }).toEqual({
    method: 'POST',
    body: '{"clean":1}',
    credentials: 'include',
  });
  expect(asked).toEqual([init]);
  expect(asked[0]).toBe(init);
});

test('options that a Proxy computes are handed on as it computes them', () => {
  const { view, calls } = stage();
  const init = new Proxy<RequestInit>(
    { method: 'POST', body: DIRTY, mode: 'cors' },
    {
      get: (target, key): unknown =>
        key === 'mode' ? 'same-origin' : (Reflect.get(target, key) as unknown),
    },
  );

  void view.fetch('/chat', init);

  expect({ ...calls[0]![1] }).toEqual({ method: 'POST', body: '{"clean":1}', mode: 'same-origin' });
});

test.each([DIRTY, '{"clean":1}'])(
  'a Request with the body %s is handed on with its class and its own members',
  async (body) => {
    const { view, calls } = stage();
    class Own extends Request {}
    const request = new Own('http://host/', { method: 'POST', headers: JSON_TYPE, body });
    Object.assign(request, { id: 7 });

    await view.fetch(request);

    const given = calls[0]![0] as Own;
    expect(given).toBeInstanceOf(Own);
    expect(given).toMatchObject({ id: 7 });
    expect(await given.text()).toBe('{"clean":1}');
  },
);

test('a Request whose text has no type of its own is cleaned', async () => {
  const { view, calls } = stage();

  await view.fetch(new Request('http://host/', { method: 'POST', body: DIRTY }));

  const given = calls[0]![0] as Request;
  expect(given.headers.get('content-type')).toBe('text/plain;charset=UTF-8');
  expect(await given.text()).toBe('{"clean":1}');
});

test('a signal passed with the call overrides that of its Request', async () => {
  const { view, calls } = stage();
  const request = (): Request =>
    new Request('http://host/', { method: 'POST', signal: AbortSignal.abort() });

  await view.fetch(request(), { body: DIRTY, signal: null });
  await view.fetch(request(), { body: DIRTY, signal: new AbortController().signal });

  expect(calls.map(([, init]) => init?.body)).toEqual(['{"clean":1}', '{"clean":1}']);
});

test('the headers of a Request sign a body passed with it, unless the call passes others', () => {
  const request = (): Request =>
    new Request('http://host/', { method: 'POST', headers: { digest: 'x' } });
  const { view, calls } = stage();

  void view.fetch(request(), { body: DIRTY });
  void view.fetch(request(), { body: DIRTY, headers: JSON_TYPE });

  expect(calls.map(([, init]) => init?.body)).toEqual([DIRTY, '{"clean":1}']);
});

test('a call that needs no cleaning passes the same arguments on, synchronously', () => {
  const { view, calls } = stage();
  const init = { method: 'POST', body: '{"chat":1}' };

  void view.fetch('/chat', init);

  expect(calls).toEqual([['/chat', init]]);
  expect(calls[0]?.[1]).toBe(init);
});

test.each<[string, () => [Request, RequestInit?]]>([
  [
    'with keepalive',
    () => [
      new Request('http://host/', {
        method: 'POST',
        headers: JSON_TYPE,
        body: DIRTY,
        keepalive: true,
      }),
    ],
  ],
  [
    'with keepalive in init',
    () => [
      new Request('http://host/', { method: 'POST', headers: JSON_TYPE, body: DIRTY }),
      { keepalive: true },
    ],
  ],
  [
    'that is signed',
    () => [
      new Request('http://host/', {
        method: 'POST',
        headers: { ...JSON_TYPE, digest: 'x' },
        body: DIRTY,
      }),
    ],
  ],
  [
    'signed in init',
    () => [
      new Request('http://host/', { method: 'POST', headers: JSON_TYPE, body: DIRTY }),
      { headers: { digest: 'x' } },
    ],
  ],
  [
    'of another type',
    () => [
      new Request('http://host/', {
        method: 'POST',
        headers: { 'content-type': 'application/octet-stream' },
        body: DIRTY,
      }),
    ],
  ],
  ['without a body', () => [new Request('http://host/')]],
])('a Request %s leaves in the call, as it is', (_name, make) => {
  const { view, calls } = stage();
  const [request, init] = make();

  void view.fetch(request, init as RequestInit);

  expect(calls[0]?.[0]).toBe(request);
});

test.each(['off', 'unknown'] as const)(
  'while the hook is %s every call passes at once',
  async (state) => {
    const { view, calls } = stage(state);
    const request = new Request('http://host/', {
      method: 'POST',
      headers: JSON_TYPE,
      body: DIRTY,
    });

    void view.fetch(request);
    void view.fetch('/chat', { method: 'POST', body: DIRTY });

    expect(calls[0]?.[0]).toBe(request);
    expect(calls[1]?.[1]?.body).toBe(DIRTY);
  },
);

test.each([
  ['a reply to a chat request', { method: 'POST', body: '{"chat":1}' }, 200, [true]],
  ['an answer to anything else', { method: 'POST', body: 'x' }, 200, [false]],
  ['an answer to HEAD', { method: 'head' }, 200, []],
  ['an error', {}, 500, []],
  ['no content', {}, 204, []],
])('%s is looked at only where there can be a reply', async (_name, init, status, expected) => {
  const { view, heads } = stage(
    'on',
    () => new Response(status === 204 ? null : 'body', { status }),
  );

  const response = await view.fetch('/chat', init);

  expect(response.status).toBe(status);
  expect(heads.map(({ request }) => request !== null)).toEqual(expected);
});

test.each<[string, () => [string | Request, RequestInit?], string | null]>([
  ['an object', () => ['/v1', { headers: { 'x-conversation-id': 'c' } }], 'c'],
  [
    'pairs',
    () => [
      '/v1',
      {
        headers: [
          ['X-A', '1'],
          ['X-Conversation-Id', 'c'],
        ],
      },
    ],
    'c',
  ],
  ['Headers', () => ['/v1', { headers: new Headers({ 'X-Conversation-Id': 'c' }) }], 'c'],
  [
    'a Request',
    () => [new Request('http://host/', { headers: { 'X-Conversation-Id': 'c' } })],
    'c',
  ],
  [
    'a Request with a body',
    () => [
      new Request('http://host/', {
        method: 'POST',
        body: DIRTY,
        headers: { ...JSON_TYPE, 'X-Conversation-Id': 'c' },
      }),
    ],
    'c',
  ],
  [
    'a Request under other headers',
    () => [
      new Request('http://host/', { headers: { 'X-Conversation-Id': 'c' } }),
      { headers: JSON_TYPE },
    ],
    null,
  ],
  ['a signed request', () => ['/v1', { headers: { 'X-Conversation-Id': 'c', digest: 'x' } }], 'c'],
  [
    'headers that only code can compute',
    () => ['/v1', { headers: new Map([['X-Conversation-Id', 'c']]) as never }],
    null,
  ],
  ['no headers', () => ['/v1'], null],
])('the conversation is read from %s', async (_name, make, expected) => {
  const { view, heads } = stage();

  await view.fetch(...make());

  expect(heads.map(({ conversation }) => conversation)).toEqual([expected]);
});

const KEY = { Authorization: 'Bearer k', 'X-Hermes-Session-Id': 's' };

test.each<[string, () => [string | Request, RequestInit?], ResponseHead['caller']]>([
  ['an object', () => ['/v1', { headers: KEY }], { authorization: 'Bearer k', sessionId: 's' }],
  [
    'a Request',
    () => [new Request('http://host/', { headers: KEY })],
    { authorization: 'Bearer k', sessionId: 's' },
  ],
  ['no headers', () => ['/v1'], { authorization: null, sessionId: null }],
  [
    'headers that only code can compute',
    () => ['/v1', { headers: new Map(Object.entries(KEY)) as never }],
    null,
  ],
])('who calls is read from %s', async (_name, make, expected) => {
  const { view, heads } = stage();

  await view.fetch(...make());

  const { caller } = heads[0]!;
  expect(caller && { authorization: caller.authorization, sessionId: caller.sessionId }).toEqual(
    expected,
  );
});

test('a response that a redirect led to knows its caller only within the origin that was asked', async () => {
  const server = createServer((request, response) => {
    if (request.url === '/') response.writeHead(307, { location: '/elsewhere' });
    response.end('body');
  });
  const { port, close } = await listen(server);
  onTestFinished(close);
  const origin = `http://127.0.0.1:${port}`;
  const redirected = await globalThis.fetch(`${origin}/`);
  const callersOf = async (...asked: readonly unknown[]): Promise<readonly unknown[]> => {
    const { view, heads } = stage('on', () => redirected);
    await view.fetch(...(asked as [string]));
    return heads.map(({ caller }) => caller?.authorization ?? null);
  };

  expect(redirected.redirected).toBe(true);
  const key = KEY.Authorization;
  expect(await callersOf(`${origin}/`, { headers: KEY })).toEqual([key]);
  expect(await callersOf(new Request(`${origin}/`, { headers: KEY }))).toEqual([key]);
  for (const elsewhere of ['http://127.0.0.1:1/', 'https://a.example/', '/v1', `${origin}1/`])
    expect(await callersOf(elsewhere, { headers: KEY })).toEqual([null]);
  expect(await callersOf({ toString: () => origin }, { headers: KEY })).toEqual([null]);
});

test('before the settings arrive, a response that may concern us waits for them and is then read', async () => {
  let speak = (): void => {};
  let known = false;
  const word = new Promise<void>((resolve) => (speak = resolve));
  const looks: string[] = [];
  const view = { fetch: (input: string) => Promise.resolve(new Response(input)) };
  overlayFetch(
    view,
    fakeTraffic({
      on: () => known,
      settingsKnown: ({ contentType }) =>
        contentType?.startsWith('text/plain') && !known ? word : null,
      openBody() {
        looks.push(known ? 'after' : 'before');
        return null;
      },
    }),
  );
  let shown: Response | null = null;
  const asked = view.fetch('reply').then((response) => (shown = response));

  await new Promise((resolve) => setTimeout(resolve, 10));
  expect([shown, looks]).toEqual([null, []]);
  known = true;
  speak();
  expect(await (await asked).text()).toBe('reply');
  expect(looks).toEqual(['after']);
});

test('a response is delivered at once if deciding whether to wait fails', async () => {
  const view = { fetch: () => Promise.resolve(new Response('reply')) };
  overlayFetch(
    view,
    fakeTraffic({
      settingsKnown() {
        throw new Error('a page broke it');
      },
    }),
  );

  expect(await (await view.fetch()).text()).toBe('reply');
});

test('a call that fails does so one microtask later than natively', async () => {
  const microtasks = async (view: { fetch(): Promise<unknown> }): Promise<number> => {
    let over = false;
    view.fetch().catch(() => (over = true));
    let count = 0;
    for (; !over && count < 20; count++) await Promise.resolve();
    return count;
  };
  const failing = () => ({ fetch: () => Promise.reject(new Error('aborted')) });
  const view = failing();
  overlayFetch(view, fakeTraffic());

  expect((await microtasks(view)) - (await microtasks(failing()))).toBe(1);
});
