import './browser-shape.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PageMessage } from '../../src/bridge/protocol.ts';
import type { ReportFinding } from '../../src/hook/findings.ts';
import { createBodyNormalizer } from '../../src/normalizer/bodies/body-normalizer.ts';

vi.useFakeTimers();
// Natives are captured on import, so the fake timers must be in place first.
const { createFindings } = await import('../../src/hook/findings.ts');

let sent: PageMessage[] = [];
let listen: () => ReportFinding;

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
  return { type: 'findings', server: '', repairs: {}, events: 0, unknown: 0, ...some };
}

test('ten thousand repairs in a second are one message', () => {
  const body = listen();
  body({ type: 'server', server: 'openai-chat' });
  for (let i = 0; i < 10_000; i++) body({ type: 'repair', id: 'tool-call-split' });
  expect(later(999)).toEqual([]);

  expect(later(1)).toEqual([message({ server: 'openai-chat', repairs: { 'tool-call-split': 10_000 } })]);
  expect(later(60_000).length).toBe(1);
});

test('later findings are sent later, and none twice', () => {
  const body = listen();
  body({ type: 'repair', id: 'done' });
  later();
  body({ type: 'repair', id: 'done' });
  body({ type: 'repair', id: 'bare-json' });
  body({ type: 'event' });

  expect(later()).toEqual([
    message({ repairs: { done: 1 } }),
    message({ repairs: { done: 1, 'bare-json': 1 }, events: 1 }),
  ]);
});

test('many bodies make one message per kind of server', () => {
  for (let i = 0; i < 3000; i++) {
    const body = listen();
    body({ type: 'repair', id: 'data-lines' });
    body({ type: 'server', server: i % 3 === 0 ? 'hermes' : 'ollama' });
    body({ type: 'unknown-event', name: 'a' });
    body({ type: 'event' });
  }

  expect(later()).toEqual([
    message({ server: 'hermes', repairs: { 'data-lines': 1000 }, events: 1000, unknown: 1000 }),
    message({ server: 'ollama', repairs: { 'data-lines': 2000 }, events: 2000, unknown: 2000 }),
  ]);
});

test('a body without findings sends nothing and starts no timer', () => {
  listen()({ type: 'server', server: 'openai-chat' });

  expect(vi.getTimerCount()).toBe(0);
  expect(later()).toEqual([]);
});

test('the last known kind of server counts', () => {
  const body = listen();
  body({ type: 'repair', id: 'data-lines' });
  body({ type: 'server', server: 'openai-chat' });
  body({ type: 'repair', id: 'silent-events' });
  body({ type: 'server', server: 'hermes' });

  expect(later()).toEqual([message({ server: 'hermes', repairs: { 'data-lines': 1, 'silent-events': 1 } })]);
});

test('events are counted every second', () => {
  const body = listen();
  for (let second = 0; second < 30; second++) {
    body({ type: 'unknown-event', name: 'tick' });
    later();
  }

  expect(sent).toEqual(Array.from({ length: 30 }, () => message({ unknown: 1 })));
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
  body({ type: 'server', server: 'hermes' });
  body({ type: 'repair', id: 'done' });
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
  ['an unknown event', TEXT + OTHER + DONE, [message({ server: 'openai-chat', unknown: 1 })]],
  ["somebody else's stream", 'data: {"hello":1}\n\n', []],
])('the findings of %s are reported', (_, stream, expected) => {
  const normalizer = createBodyNormalizer({ contentType: 'text/event-stream', isReply: true, report: listen() });
  normalizer?.push(new TextEncoder().encode(stream));
  normalizer?.end();

  expect(later()).toEqual(expected);
});
