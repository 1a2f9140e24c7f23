import './browser-shape.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PageMessage } from '../../src/bridge/protocol.ts';
import { createBodyNormalizer } from '../../src/normalizer/bodies/body-normalizer.ts';
import type { ReplyEvent } from '../../src/normalizer/reply/reply-event.ts';

vi.useFakeTimers();
// Natives are captured on import, so the fake timers must be in place first.
const { createRepairCount } = await import('../../src/hook/repair-count.ts');

let sent: PageMessage[] = [];
let listen: (event: ReplyEvent) => void;

beforeEach(() => {
  sent = [];
  listen = createRepairCount((message) => void sent.push(structuredClone(message)));
});

afterEach(() => {
  vi.clearAllTimers();
});

/** Everything sent so far. */
function later(ms = 1000): PageMessage[] {
  vi.advanceTimersByTime(ms);
  return sent;
}

test('ten thousand repairs in a second, in many bodies, are one message', () => {
  for (let i = 0; i < 10_000; i++) listen({ type: 'repair', id: 'tool-call-split' });
  expect(later(999)).toEqual([]);

  expect(later(1)).toEqual([{ type: 'repaired', repairs: 10_000 }]);
  expect(later(60_000).length).toBe(1);
});

test('later repairs are sent later, and none twice', () => {
  listen({ type: 'repair', id: 'done' });
  later();
  listen({ type: 'repair', id: 'done' });
  listen({ type: 'repair', id: 'bare-json' });

  expect(later()).toEqual([
    { type: 'repaired', repairs: 1 },
    { type: 'repaired', repairs: 2 },
  ]);
});

test('a body without repairs sends nothing and starts no timer', () => {
  listen({ type: 'server', server: 'openai-chat' });
  listen({ type: 'event' });
  listen({ type: 'unknown-event', name: 'a' });

  expect(vi.getTimerCount()).toBe(0);
  expect(later()).toEqual([]);
});

const NAME =
  'data: {"id":"x","object":"chat.completion.chunk","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"c1","type":"function","function":{"name":"ls","arguments":"{}"}}]}}]}\n\n';
const TEXT =
  'data: {"id":"x","object":"chat.completion.chunk","choices":[{"index":0,"delta":{"content":"Hi"}}]}\n\n';
const HERMES = TEXT.replace('"x"', '"chatcmpl-0123456789abcdef0123456789abc"');
const TOOL =
  'event: hermes.tool.progress\ndata: {"tool":"terminal","emoji":"💻","label":"ls","toolCallId":"c1","status":"running"}\n\n';
const OTHER = 'event: x.progress\ndata: {"percent":3}\n\n';
const DONE = 'data: [DONE]\n\n';

test.each([
  ['a clean stream', TEXT + DONE, 0],
  ['a call with name and arguments in one', NAME + DONE, 1],
  ['a heartbeat of Hermes', `${HERMES}event: ping\n\n${DONE}`, 1],
  ['tool events of Hermes', HERMES + TOOL + TOOL.replace('running', 'completed') + DONE, 0],
  ['tool events behind chunks of no telling', TEXT + TOOL + DONE, 0],
  ['an unknown event', TEXT + OTHER + DONE, 1],
  ["somebody else's stream", 'data: {"hello":1}\n\n', 0],
])('the repairs of %s are reported', (_, stream, repairs) => {
  const normalizer = createBodyNormalizer({
    contentType: 'text/event-stream',
    isReply: true,
    report: listen,
  });
  normalizer?.push(new TextEncoder().encode(stream));
  normalizer?.end();

  expect(later()).toEqual(repairs === 0 ? [] : [{ type: 'repaired', repairs }]);
});
