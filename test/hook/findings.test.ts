import './browser-shape.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PageMessage } from '../../src/bridge/protocol.ts';
import type { FindingsListener } from '../../src/hook/findings.ts';
import { createBodyNormalizer } from '../../src/normalizer/bodies/body-normalizer.ts';

vi.useFakeTimers();
// Natives are captured on import, so the fake timers must be in place first.
const { createFindings } = await import('../../src/hook/findings.ts');

let sent: PageMessage[] = [];
let listen: () => FindingsListener;

beforeEach(() => {
  sent = [];
  listen = createFindings((message) => void sent.push(structuredClone(message)));
});

afterEach(() => {
  vi.clearAllTimers();
});

/** Everything sent so far. */
function later(ms = 1000): PageMessage[] {
  vi.advanceTimersByTime(ms);
  return sent;
}

function message(some: object): object {
  return { type: 'findings', server: '', repairs: {}, events: 0, unknown: {}, bytes: 0, ...some };
}

test('ten thousand repairs in a second are one message', () => {
  const body = listen();
  body.report({ type: 'server', server: 'openai-chat' });
  for (let i = 0; i < 10_000; i++) body.report({ type: 'repair', id: 'tool-call-split' });
  expect(later(999)).toEqual([]);

  expect(later(1)).toEqual([message({ server: 'openai-chat', repairs: { 'tool-call-split': 10_000 } })]);
  expect(later(60_000).length).toBe(1);
});

test('later findings are sent later, and none twice', () => {
  const body = listen();
  body.report({ type: 'repair', id: 'done' });
  later();
  body.report({ type: 'repair', id: 'done' });
  body.report({ type: 'repair', id: 'bare-json' });
  body.report({ type: 'event' });

  expect(later()).toEqual([
    message({ repairs: { done: 1 } }),
    message({ repairs: { done: 1, 'bare-json': 1 }, events: 1 }),
  ]);
});

test('many bodies make one message per kind of server', () => {
  for (let i = 0; i < 3000; i++) {
    const body = listen();
    body.report({ type: 'repair', id: 'data-lines' });
    body.report({ type: 'server', server: i % 3 === 0 ? 'hermes' : 'ollama' });
    body.report({ type: 'unknown-event', name: 'a' });
    body.report({ type: 'event' });
  }

  expect(later()).toEqual([
    message({ server: 'hermes', repairs: { 'data-lines': 1000 }, events: 1000, unknown: { a: 1000 } }),
    message({ server: 'ollama', repairs: { 'data-lines': 2000 }, events: 2000, unknown: { a: 2000 } }),
  ]);
});

test('a body without findings sends nothing and starts no timer', () => {
  listen().report({ type: 'server', server: 'openai-chat' });

  expect(vi.getTimerCount()).toBe(0);
  expect(later()).toEqual([]);
});

test('bytes add up over bodies of one kind; a body that grew subtracts nothing', () => {
  const [reply, other, requests] = [listen(), listen(), listen()];
  for (const body of [reply, other]) body.report({ type: 'server', server: 'hermes' });
  reply.onBytes(30);
  other.onBytes(500);
  other.onBytes(-400);
  other.onBytes(0);
  requests.onBytes(7);

  expect(later()).toEqual([message({ server: 'hermes', bytes: 530 }), message({ bytes: 7 })]);
});

test('a body that only grew sends nothing', () => {
  listen().onBytes(-3);

  expect(later()).toEqual([]);
});

test('the last known kind of server counts', () => {
  const body = listen();
  body.report({ type: 'repair', id: 'data-lines' });
  body.report({ type: 'server', server: 'openai-chat' });
  body.report({ type: 'repair', id: 'silent-events' });
  body.report({ type: 'server', server: 'hermes' });

  expect(later()).toEqual([message({ server: 'hermes', repairs: { 'data-lines': 1, 'silent-events': 1 } })]);
});

test('of endlessly many names only twenty are reported, with complete counts', () => {
  const body = listen();
  for (let i = 0; i < 10_000; i++) body.report({ type: 'unknown-event', name: `event ${i % 5000}` });

  const expected = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`event ${i}`, 2]));
  expect(later()).toEqual([message({ unknown: expected })]);
});

test('a name that occurs every second is counted every second', () => {
  const body = listen();
  for (let second = 0; second < 30; second++) {
    body.report({ type: 'unknown-event', name: 'tick' });
    later();
  }

  expect(sent).toEqual(Array.from({ length: 30 }, () => message({ unknown: { tick: 1 } })));
});

test('names of prototype members are treated like any other', () => {
  const body = listen();
  for (const name of ['__proto__', 'constructor', 'toString', 'toString']) body.report({ type: 'unknown-event', name });

  const [reported] = later();
  expect(reported?.type === 'findings' && Object.entries(reported.unknown)).toEqual([
    ['__proto__', 1],
    ['constructor', 1],
    ['toString', 2],
  ]);
});

test('counting is unaffected by what a page puts on prototypes', () => {
  const page = Object.prototype as Record<string, unknown>;
  page.done = 7;
  page.hermes = { repairs: { done: 7 } };
  onClean(() => {
    delete page.done;
    delete page.hermes;
  });
  const body = listen();
  body.report({ type: 'server', server: 'hermes' });
  body.report({ type: 'repair', id: 'done' });
  later();

  const [reported] = sent;
  expect(reported?.type === 'findings' && Object.entries(reported.repairs)).toEqual([['done', 1]]);
});

/** Always cleans up, because the prototype is shared. */
function onClean(work: () => void): void {
  cleanups.push(work);
}

const cleanups: (() => void)[] = [];

afterEach(() => {
  for (const work of cleanups.splice(0)) work();
});

const NAME =
  'data: {"id":"x","object":"chat.completion.chunk","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"c1","type":"function","function":{"name":"ls","arguments":"{}"}}]}}]}\n\n';
const TEXT = 'data: {"id":"x","object":"chat.completion.chunk","choices":[{"index":0,"delta":{"content":"Hi"}}]}\n\n';
const HERMES = TEXT.replace('"x"', '"chatcmpl-0123456789abcdef0123456789abc"');
const TOOL =
  'event: hermes.tool.progress\ndata: {"tool":"terminal","emoji":"💻","label":"ls","toolCallId":"c1","status":"running"}\n\n';
const OTHER = 'event: x.progress\ndata: {"percent":3}\n\n';
const DONE = 'data: [DONE]\n\n';

test.each([
  ['a clean stream', TEXT + DONE, []],
  [
    'a call with name and arguments in one',
    NAME + DONE,
    [message({ server: 'openai-chat', repairs: { 'tool-call-split': 1 } })],
  ],
  [
    'a heartbeat of Hermes',
    `${HERMES}event: ping\n\n${DONE}`,
    [message({ server: 'hermes', repairs: { 'silent-events': 1 } })],
  ],
  [
    'tool events of Hermes',
    HERMES + TOOL + TOOL.replace('running', 'completed') + DONE,
    [message({ server: 'hermes', events: 2 })],
  ],
  ['tool events behind chunks of no telling', TEXT + TOOL + DONE, [message({ server: 'hermes', events: 1 })]],
  ['an unknown event', TEXT + OTHER + DONE, [message({ server: 'openai-chat', unknown: { 'x.progress': 1 } })]],
  ["somebody else's stream", 'data: {"hello":1}\n\n', []],
])('the findings of %s are reported', (_, stream, expected) => {
  const normalizer = createBodyNormalizer({ contentType: 'text/event-stream', isReply: true, ...listen() });
  normalizer?.push(new TextEncoder().encode(stream));
  normalizer?.end();

  expect(later()).toEqual(expected);
});
