import '../browser-shape.ts';
import { afterEach, expect, test } from 'vitest';
import { fakeSocket, fakeTraffic } from '../fake-traffic.ts';
import { FakeXhr } from '../fake-xhr.ts';
import type { BodyTransform, ResponseHead, Traffic } from '../../../src/hook/transports/traffic.ts';
import type { Restore } from '../../../src/hook/realm/overlay.ts';
import { overlayXhr } from '../../../src/hook/transports/xhr.ts';
import { bytesOf, textOf } from '../../normalizer/splits.ts';

const SSE = { headers: { 'content-type': 'text/event-stream', 'x-hermes-session-id': 's1' } };
const POLL = { url: 'http://chat/ws/socket.io/?EIO=4&transport=polling&sid=a' };
const CHAT = '{"chat":1}';

const restores: (Restore | null)[] = [];
afterEach(() => {
  for (const restore of restores.splice(0)) restore?.();
});

/**
 * The overlays over the test's own network; the transform upper-cases text and holds everything
 * from a `<` on.
 */
function stage(state = { on: true }, settingsKnown: Traffic['settingsKnown'] = () => null) {
  const heads: ResponseHead[] = [];
  const log: string[] = [];

  function openBody(head: ResponseHead): BodyTransform | null {
    heads.push(head);
    if (!head.contentType?.startsWith('text/') && !head.request) return null;
    let held = '';
    return {
      push(chunk) {
        const text = held + textOf(chunk).toUpperCase();
        log.push(text);
        const at = text.includes('<') ? text.indexOf('<') : text.length;
        held = text.slice(at);
        return [bytesOf(text.slice(0, at))];
      },
      end() {
        log.push('(end)');
        return bytesOf(held);
      },
      idle: () => bytesOf(''),
      waits: () => false,
      stopped() {},
    };
  }

  const traffic = fakeTraffic({
    off: () => !state.on,
    on: () => state.on,
    settingsKnown,
    cleanRequest: (body) =>
      state.on && /chat|dirty/.test(body)
        ? { body: body.replace('dirty', 'clean'), asksReply: true, message: null }
        : null,
    openBody: (head) => (state.on ? openBody(head) : null),
    socketOf(url) {
      if (!state.on || !url.includes('EIO=4')) return null;
      return fakeSocket({
        receivePayload(payload) {
          log.push(payload);
          return payload.replace('dirty', 'clean');
        },
        lost: () => void log.push('lost'),
      });
    },
  });
  restores.push(...overlayXhr(traffic));
  return { heads, log };
}

/** A request that has been sent. */
function sent(body?: unknown, headers: readonly (readonly [string, string])[] = []): FakeXhr {
  const xhr = new FakeXhr();
  xhr.open('POST', '/chat');
  for (const [name, value] of headers) xhr.setRequestHeader(name, value);
  xhr.send(body);
  return xhr;
}

test('a request for a reply is read even while the page does not look, and ends once', () => {
  const { log, heads } = stage();
  const xhr = sent(CHAT);

  xhr.answer({ headers: {} }, 'a');
  xhr.arrive('b');
  xhr.finish();

  expect(log).toEqual(['A', 'B', '(end)']);
  expect(heads).toEqual([
    {
      contentType: null,
      url: 'http://agent/chat',
      sessionId: null,
      request: { body: CHAT, asksReply: true, message: null },
      caller: null,
    },
  ]);
  expect(xhr.responseText).toBe('AB');
});

test.each<
  [what: string, opened: string, headers: [string, string][], caller: ResponseHead['caller']]
>([
  [
    'its headers',
    'http://agent/chat',
    [['Authorization', 'Bearer k']],
    { authorization: 'Bearer k', sessionId: null },
  ],
  [
    'a header that is set twice',
    'http://agent/chat',
    [
      ['authorization', 'a'],
      ['authorization', 'b'],
    ],
    { authorization: 'a, b', sessionId: null },
  ],
  ['nothing', 'http://agent/chat', [['x-other', 'a']], { authorization: null, sessionId: null }],
  [
    'its headers, when another address of the same origin has answered',
    'http://agent/other',
    [['authorization', 'a']],
    { authorization: 'a', sessionId: null },
  ],
  ['nobody, when another host has answered', 'http://agent2/chat', [['authorization', 'a']], null],
  ['nobody, when another origin has answered', '/chat', [['authorization', 'a']], null],
])('a request names the page to its server by %s', (_what, opened, headers, caller) => {
  const { heads } = stage();
  const xhr = new FakeXhr();
  xhr.open('POST', opened);
  for (const [name, value] of headers) xhr.setRequestHeader(name, value);
  xhr.send(CHAT);
  xhr.answer({ headers: {} }, 'a');
  xhr.finish();

  expect(heads).toMatchObject([{ caller }]);
});

test('any other request costs nothing until the page reads it', () => {
  const { heads } = stage();
  const xhr = sent('text');

  xhr.answer(SSE, 'a');
  xhr.finish();

  expect(heads).toEqual([]);
});

test.each(['fail', 'finish'] as const)(
  'a stream that came to its end (%s) without a last look ends too',
  (how) => {
    const { log } = stage();
    const xhr = sent();
    xhr.answer(SSE, 'ab<');
    expect(xhr.responseText).toBe('AB');

    xhr[how]();

    expect(log).toEqual(['AB<', '(end)']);
    expect(xhr.responseText).toBe(how === 'fail' ? '' : 'AB<');
  },
);

test('reopening a request ends the one before and starts without its headers, body or text', () => {
  const { log, heads } = stage();
  const xhr = sent(CHAT, [['digest', 'x']]);
  xhr.answer(SSE, 'one');
  expect(xhr.responseText).toBe('ONE');

  xhr.open('POST', '/other');
  expect([xhr.responseText, ...log]).toEqual(['', 'ONE', '(end)']);
  xhr.send('{"dirty":1}');
  xhr.answer(SSE, 'two');
  xhr.finish();

  expect(xhr.responseText).toBe('TWO');
  expect(xhr.bodies).toEqual([CHAT, '{"clean":1}']);
  expect(heads.map(({ request }) => request?.body)).toEqual([undefined, '{"clean":1}']);
  expect(log).toEqual(['ONE', '(end)', 'TWO', '(end)']);
});

test('a failed call of open leaves the running request alone', () => {
  stage();
  const xhr = sent();
  xhr.answer(SSE, 'one');

  expect(() => xhr.open('BAD METHOD', '/')).toThrow('bad method');
  xhr.arrive('two');

  expect(xhr.responseText).toBe('ONETWO');
});

test('a request opened before the overlays were installed is left alone', () => {
  const xhr = new FakeXhr();
  xhr.open('POST', '/chat');
  stage();

  xhr.send('{"dirty":1}');
  xhr.answer(SSE, 'ab');

  expect(xhr.bodies).toEqual(['{"dirty":1}']);
  expect(xhr.responseText).toBe('ab');
});

test('an interrupted long-polling response reaches no socket', () => {
  const { log } = stage();
  const xhr = sent();
  xhr.answer(POLL, '42["dir');
  expect(xhr.responseText).toBe('');

  xhr.fail();

  expect(xhr.responseText).toBe('');
  expect(log).toEqual([]);
});

test.each([
  ['breaks off', 'GET', (xhr: FakeXhr) => xhr.fail(), ['lost']],
  [
    'is refused',
    'GET',
    (xhr: FakeXhr) => (xhr.answer({ ...POLL, status: 400 }), xhr.finish()),
    ['lost'],
  ],
  ['cannot be sent', 'POST', (xhr: FakeXhr) => xhr.fail(), ['lost']],
  ['is answered', 'GET', (xhr: FakeXhr) => (xhr.answer(POLL, '2'), xhr.finish()), ['2']],
] as const)('a socket whose polling %s', (_, method, answer, expected) => {
  const { log } = stage();
  const xhr = new FakeXhr();
  xhr.open(method, POLL.url);
  xhr.send(method === 'POST' ? '43[]' : null);
  xhr.dispatchEvent(new Event('loadend')); // dispatched by the page
  answer(xhr);

  expect(log).toEqual(expected);
});

test('everything is native while the hook is off', () => {
  const { log, heads } = stage({ on: false });
  const request = sent('{"dirty":1}');
  request.answer(SSE, 'ab');
  const poll = sent();
  poll.answer(POLL, '42["dirty"]');

  expect([request.responseText, poll.responseText]).toEqual(['ab', '42["dirty"]']);
  expect(request.bodies).toEqual(['{"dirty":1}']);
  expect([...log, ...heads]).toEqual([]);
});

test('events dispatched by the page change nothing', () => {
  const { log } = stage();
  const xhr = sent(CHAT);

  xhr.dispatchEvent(new Event('loadend'));
  xhr.answer(SSE, 'a');
  xhr.dispatchEvent(new Event('loadend'));
  xhr.dispatchEvent(new Event('progress'));
  xhr.arrive('b');

  expect(log).toEqual(['A', 'B']);
});

/** The same while the settings are on their way. @returns what lets them arrive, too */
function stageEarly() {
  const state = { on: false, known: false };
  let arrive = (): void => {};
  const word = new Promise<void>((resolve) => (arrive = resolve));
  const { log } = stage(state, ({ contentType }) =>
    contentType === SSE.headers['content-type'] && !state.known ? word : null,
  );
  return {
    log,
    async settle(on: boolean): Promise<void> {
      Object.assign(state, { on, known: true });
      arrive();
      await new Promise((done) => setTimeout(done));
    },
  };
}

test.each<[what: string, early: string, seen: readonly string[]]>([
  ['goes on', 'A1', ['A1', 'A1', 'A1B', 'A1B', 'A1B<C']],
  ['stays, though something of it is held back', 'A<', ['A<', 'A<', 'A<', 'A<', 'A<B<C']],
  ['stays, though something of it is changed', 'a', ['a', 'a', 'ab', 'ab<c', 'ab<c']],
])(
  'a text that arrives before the settings is read once they are known; for the page it %s',
  async (_what, early, seen) => {
    const { log, settle } = stageEarly();
    const xhr = sent();
    const looks: string[] = [];
    const look = (): void => void looks.push(xhr.responseText);

    xhr.answer(SSE, early);
    look();
    expect(log).toEqual([]);
    await settle(true);
    // Without another piece, and without a look of the page.
    expect(log).toEqual([early.toUpperCase()]);
    look();
    xhr.arrive('b');
    look();
    xhr.arrive('<c');
    look();
    xhr.finish();
    look();

    expect(looks).toEqual(seen);
    expect(log.at(-1)).toBe('(end)');
  },
);

test('a text that has arrived as a whole before the settings is read, too', async () => {
  const { log, settle } = stageEarly();
  const xhr = sent();
  xhr.answer(SSE, 'A');
  expect(xhr.responseText).toBe('A');
  xhr.arrive('B');
  xhr.finish();

  await settle(true);

  expect(log).toEqual(['AB', '(end)']);
  expect(xhr.responseText).toBe('AB');
});

test('a text that arrives before the settings of a site that is off stays as it is', async () => {
  const { log, settle } = stageEarly();
  const xhr = sent();
  xhr.answer(SSE, 'a');
  expect(xhr.responseText).toBe('a');

  await settle(false);
  xhr.arrive('b<');

  expect([xhr.responseText, log]).toEqual(['ab<', []]);
});

test('a response that does not concern us waits for no settings', async () => {
  const { log, settle } = stageEarly();
  const xhr = sent();
  xhr.answer({ headers: { 'content-type': 'text/css' } }, 'a');
  expect(xhr.responseText).toBe('a');

  await settle(true);

  expect([xhr.responseText, log]).toEqual(['a', []]);
});
