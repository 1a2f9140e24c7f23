import './browser-shape.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeSocket } from './fake-traffic.ts';
import type { PageMessage } from '../../src/bridge/protocol.ts';
import type { SocketTransform } from '../../src/hook/transports/traffic.ts';
import type { Inspector } from '../../src/hook/inspect.ts';
import type { Note } from '../../src/hook/stream-tap.ts';
import {
  MAX_MESSAGE,
  MAX_REASONS,
  MAX_SIDE,
  readInspected,
  type InspectedStream,
} from '../../src/inspector/inspected.ts';
import { createBodyNormalizer } from '../../src/normalizer/bodies/body-normalizer.ts';
import { MARKERS } from '../../src/normalizer/reply/frame-trace.ts';
import { bytesOf, chatBody } from '../normalizer/splits.ts';
import { on } from '../support/on.ts';

vi.useFakeTimers();
// Natives are captured on import, so the fake timers must be in place first.
const { createInspector } = await import('../../src/hook/inspect.ts');

let sent: PageMessage[] = [];
let inspector: Inspector;

beforeEach(() => {
  sent = [];
  inspector = createInspector((message) => void sent.push(structuredClone(message)));
});

afterEach(() => {
  vi.clearAllTimers();
});

/** The streams reported within the time of one message. */
function reported(): readonly InspectedStream[] {
  sent = [];
  vi.advanceTimersByTime(250);
  return sent.flatMap((message) => (message.type === 'inspected' ? message.streams : []));
}

function streamThrough(text: string): void {
  const tap = inspector.open(
    'response',
    'https://chat.example/v1/chat?key=1#x',
    'text/event-stream',
  );
  const body = createBodyNormalizer({
    contentType: 'text/event-stream',
    isReply: true,
    tap,
    report: on({ server: ({ server }) => tap.server(server) }),
  });
  body?.push(bytesOf(text));
  body?.end();
  tap.end();
}

const SOCKET = fakeSocket({ receive: (packet) => packet.replace('m', '') });

test('nothing is sent and no timer runs while nobody inspects', () => {
  streamThrough(chatBody(['Hi.', '\n`⏰ list`\n']));
  inspector.watchSocket('/socket.io/', () => SOCKET).receive('42["m"]');
  inspector
    .watchEvents(() => ({ receive: (_, data) => data, end() {}, stopped() {} }))
    .receive(null, '{}');
  inspector.request('{"a":1}', '{"a":2}');

  expect(vi.getTimerCount()).toBe(0);
  expect(reported()).toEqual([]);
});

test('a stream is reported with its way, its path only, its server, and each frame', () => {
  inspector.set(true);
  streamThrough(chatBody(['Hi.', '\n`⏰ list`\n']));

  const [stream, ...others] = reported();

  expect(others).toEqual([]);
  expect(stream).toMatchObject({
    stream: 1,
    way: 'response',
    address: '/v1/chat',
    type: 'text/event-stream',
    server: 'openai-chat',
    dropped: 0,
    over: true,
  });
  expect(stream?.frames).toHaveLength(4);
  expect(stream?.frames[1]).toMatchObject({ after: '', why: [MARKERS], from: 0, cut: 0 });
});

test('collected frames are dropped once nobody inspects any more', () => {
  inspector.set(true);
  streamThrough(chatBody(['Hi']));
  inspector.set(false);

  expect(vi.getTimerCount()).toBe(0);
  expect(reported()).toEqual([]);
  inspector.set(true);
  expect(reported()).toEqual([]);
});

test('only the rest of a stream that began earlier is reported', () => {
  const tap = inspector.open('response', '/v1/chat', 'text/event-stream');
  const body = createBodyNormalizer({ contentType: 'text/event-stream', isReply: true, tap });
  body?.push(bytesOf('data: {"choices":[{"index":0,"delta":{"content":"a"}}]}\n\n'));
  inspector.set(true);
  body?.push(bytesOf('data: {"choices":[{"index":0,"delta":{"content":"b"}}]}\n\n'));

  const [stream] = reported();

  expect(stream?.frames.map(({ before }) => before)).toEqual([
    'data: {"choices":[{"index":0,"delta":{"content":"b"}}]}\n\n',
  ]);
});

test('a socket is one stream, and its packets pass through it', () => {
  inspector.set(true);
  const first = inspector.watchSocket('wss://chat.example/ws/socket.io/?EIO=4', () => SOCKET);

  expect(first.receive('42["m"]')).toBe('42[""]');
  expect(first.receivePayload('2')).toBe('2');
  expect(reported()).toMatchObject([
    {
      way: 'socket',
      address: '/ws/socket.io/',
      frames: [
        { before: '42["m"]', after: '42[""]', why: [MARKERS] },
        { before: '2', after: '2', why: [] },
      ],
    },
  ]);
});

test('events are reported as a server writes them, requests as one frame each', () => {
  inspector.set(true);
  const events = inspector.watchEvents(() => ({
    receive: (_, data) => data.slice(0, 1),
    end() {},
    stopped() {},
  }));

  expect(events.receive('tick', 'a\nb')).toBe('a');
  inspector.request('{"m":1}', '{}');
  expect(reported()).toMatchObject([
    {
      way: 'events',
      frames: [{ before: 'event: tick\ndata: a\ndata: b\n\n', after: 'event: tick\ndata: a\n\n' }],
    },
    { way: 'request', over: true, frames: [{ before: '{"m":1}', after: '{}', why: [MARKERS] }] },
  ]);
});

/** A socket that removes everything before a bar, and notes a rule and a marker for it. */
function noting(note: Note): SocketTransform {
  return {
    ...SOCKET,
    receive(packet) {
      const [rules = '', rest = ''] = packet.split('|');
      for (const rule of rules.split(' ')) note(rule === '' ? null : rule);
      return packet.includes('!') ? packet : rest;
    },
  };
}

function whysOf(streams: readonly InspectedStream[]): unknown {
  return streams.map(({ frames }) => frames.map(({ why }) => why));
}

test("a rule's removal is reported with the rule's id, once", () => {
  const socket = inspector.watchSocket('/socket.io/', noting);
  socket.receive('agent/off|while it is off');
  inspector.set(true);
  socket.receive('agent/line agent/line |42["x"]');
  inspector.request('a', 'b');

  expect(whysOf(reported())).toEqual([[['agent/line', MARKERS]], [[MARKERS]]]);
});

test('what was found in an unchanged packet is no reason for the next one', () => {
  inspector.set(true);
  const socket = inspector.watchSocket('/socket.io/', noting);
  socket.receive('agent/line|!');
  socket.receive('agent/other|');

  expect(whysOf(reported())).toEqual([[[], ['agent/other']]]);
});

test('two concurrent replies keep separate reasons, however they interleave', () => {
  inspector.set(true);
  const [first, second] = ['a/one', 'b/two'].map((rule) => {
    const tap = inspector.open('response', '/v1/chat', 'text/event-stream');
    return { tap, rule };
  });
  first?.tap.note(first.rule);
  second?.tap.note(second.rule);
  inspector.request('a', 'b');
  second?.tap.frame({ before: 'x', after: '', why: second.tap.found() });
  first?.tap.frame({ before: 'y', after: '', why: first.tap.found() });

  expect(whysOf(reported())).toEqual([[[MARKERS]], [['b/two']], [['a/one']]]);
});

test('anything found or reported before inspecting ended is dropped', () => {
  inspector.set(true);
  const tap = inspector.open('response', '/v1/chat', 'text/event-stream');
  tap.frame({ before: 'x', after: 'x', why: [] });
  tap.note('a/one');
  reported();
  inspector.set(false);
  inspector.set(true);

  expect(tap.found()).toEqual([]);
  tap.end();
  expect(reported()).toEqual([]);
});

test('a frame gets no more reasons than allowed', () => {
  inspector.set(true);
  const tap = inspector.open('response', '/v1/chat', null);
  for (let i = 0; i < 2 * MAX_REASONS; i++) tap.note(`a/${i}`);

  expect(tap.found()).toHaveLength(MAX_REASONS);
});

test('a long text is shown around its first difference', () => {
  inspector.set(true);
  const head = 'h'.repeat(50_000);
  inspector.request(`${head}X${'t'.repeat(40_000)}`, `${head}${'t'.repeat(40_000)}`);

  const [stream] = reported();
  const [shown] = stream?.frames ?? [];

  expect(shown).toMatchObject({
    from: 49_000,
    cut: 90_001 - MAX_SIDE - 49_000 + 90_000 - MAX_SIDE - 49_000,
  });
  expect(shown?.before).toHaveLength(MAX_SIDE);
  expect(shown?.before.indexOf('X')).toBe(1000);
});

test('frames beyond the limits are counted, four messages a second stay within them, and all are valid', () => {
  inspector.set(true);
  const text = 'x'.repeat(10_000);
  for (let i = 0; i < 100; i++) inspector.request(text, text);

  const streams = reported();
  const units = streams
    .flatMap(({ frames }) => frames)
    .reduce((sum, { before, after }) => sum + before.length + after.length, 0);

  expect(sent).toHaveLength(1);
  expect(streams).toHaveLength(100);
  expect(units).toBeLessThanOrEqual(MAX_MESSAGE);
  expect(streams.reduce((sum, { frames, dropped }) => sum + frames.length + dropped, 0)).toBe(100);
  inspector.request('a', 'b');
  const [next] = reported();
  expect(readInspected([next])).toEqual([next]);
});

test('a stopped stream is reported at once, because none of our code may run later', () => {
  let breakSocket = (): void => undefined;
  const socket = inspector.watchSocket(
    'wss://chat.example/ws/socket.io/?EIO=4',
    (_note, stopped) => {
      breakSocket = stopped;
      return SOCKET;
    },
  );
  breakSocket();
  expect(sent).toEqual([]);

  inspector.set(true);
  socket.receive('42["m"]');
  breakSocket();
  inspector.open('response', 'https://chat.example/v1/chat?key=1', 'text/event-stream').stopped();

  const stopped = { frames: [], dropped: 0, stopped: true, over: false };
  expect(
    sent.flatMap((message) => (message.type === 'inspected' ? message.streams : [])),
  ).toMatchObject([
    { ...stopped, stream: 1, way: 'socket', address: '/ws/socket.io/' },
    { ...stopped, stream: 2, way: 'response', address: '/v1/chat', type: 'text/event-stream' },
  ]);
  // Everything before it is reported in its own time.
  expect(reported()).toMatchObject([
    { stream: 1, frames: [{ before: '42["m"]' }], stopped: false },
  ]);
});
