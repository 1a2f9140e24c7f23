import { expect, test } from 'vitest';
import { createBodyNormalizer } from '../../../src/normalizer/bodies/body-normalizer.ts';
import { concat } from '../../../src/lib/bytes.ts';
import { createStreamMemory, placeOf, type StreamMemory } from '../../../src/normalizer/bodies/resumed-streams.ts';
import type { Progress } from '../../../src/normalizer/progress/progress-types.ts';
import { bytesOf, joinedText, normalizeCut, textOf } from '../splits.ts';
import { on } from '../../support/on.ts';

const CHAT = 'http://llama.example/v1/chat/completions';
const TOOL = (status: string): string =>
  `event: hermes.tool.progress\ndata: {"tool":"web","emoji":"🔍","label":"w","toolCallId":"c1","status":"${status}"}\n\n`;

test.each<[url: string, conversation: string | null, place: unknown]>([
  [CHAT, 'c', { conversation: 'c', from: 0 }],
  ['http://llama.example/base/v1/completions?x=1', 'c::m', { conversation: 'c::m', from: 0 }],
  ['http://llama.example/v1/messages', 'c', { conversation: 'c', from: 0 }],
  [CHAT, null, null],
  ['http://chat.example/api/chat', 'c', null],
  ['http://chat.example/v1/chat/completions/input_tokens', 'c', null],
  ['', null, null],
  ['http://llama.example/v1/stream?conv_id=c%3A%3Am%2Fx&from=17', null, { conversation: 'c::m/x', from: 17 }],
  ['http://llama.example/v1/stream?from=17&conv_id=a+b', null, { conversation: 'a b', from: 17 }],
  ['http://llama.example/v1/stream/c%3A%3Am?from=4', null, { conversation: 'c::m', from: 4 }],
  ['http://llama.example/v1/stream/c', null, { conversation: 'c', from: 0 }],
  ['http://llama.example/v1/stream/%zz?from=x', null, { conversation: '%zz', from: 0 }],
  ['http://llama.example/v1/stream', null, { conversation: '', from: 0 }],
  ['http://llama.example/v1/streams/lookup', null, null],
])('%s with %s has its place', (url, conversation, place) => {
  expect(placeOf(url, conversation)).toEqual(place);
});

/** What the page has of a stream: text by lines, as llama-ui reads it. */
interface Page {
  readonly body: Uint8Array;
  readonly events: Progress[];
  readonly markers: number;
  /** Tool events that were removed. */
  readonly tools: number;
}

/** Opens a body as the hook does. */
function open(url: string, conversation: string | null, streams: StreamMemory | undefined) {
  const events: Progress[] = [];
  const seen = { markers: 0, tools: 0, starts: 0, ends: 0 };
  const normalizer = createBodyNormalizer({
    contentType: 'text/event-stream',
    isReply: true,
    url,
    conversation,
    streams,
    report: on({
      start: () => seen.starts++,
      end: () => seen.ends++,
      progress: ({ progress }) => events.push(progress),
      marker: () => seen.markers++,
      event: () => seen.tools++,
    }),
  });
  if (!normalizer) throw new Error('no normalizer');
  return { normalizer, events, seen };
}

/**
 * Reads a stream that breaks after `cut` bytes, then the rest from where the page has counted to: after the last whole
 * line.
 */
function readBroken(
  body: Uint8Array,
  cut: number,
  size: number,
  streams: StreamMemory | undefined,
  how: 'cut' | 'end',
): Page {
  const first = open(CHAT, 'c', streams);
  const got: Uint8Array[] = [];
  for (let at = 0; at < cut; at += size)
    got.push(...first.normalizer.push(new Uint8Array(body.subarray(at, Math.min(at + size, cut)))));
  const rest = first.normalizer.end(how === 'end' ? 'whole' : 'cut');
  got.push(rest);
  const had = concat(got);
  const from = had.lastIndexOf(0x0a) + 1;

  const second = open(`http://llama.example/v1/stream?conv_id=c&from=${from}`, null, streams);
  const more = [...second.normalizer.push(new Uint8Array(body.subarray(from))), second.normalizer.end()];
  return {
    body: concat([had.subarray(0, from), ...more]),
    events: [...first.events, ...second.events],
    markers: first.seen.markers + second.seen.markers,
    tools: first.seen.tools + second.seen.tools,
  };
}

/** A body of deltas in the shortest possible frames: cut at every byte of them. */
function chat(deltas: readonly string[], rest = 'data: [DONE]\n\n'): string {
  return (
    deltas.map((content) => `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`).join('') +
    rest
  );
}

const BODIES: readonly (readonly [name: string, body: string])[] = [
  ['markers in one delta', chat(['One.\n\n`⏰ x`\n\nTwo ', 'three.\n`🔍 ü😀`\n\n', 'Four'])],
  ['markers over several deltas', chat(['a\n', '`⏰', ' x`\n', '\nb', '\n\n', '`🔍 y`', '\n\n', 'c'])],
  ['a marker at the very start', chat(['', '`⏰ x`', '\n\n', 'b'])],
  ['markers that the server writes', chat(['a', '\n`⏰ x`\n', '\n`⏰ y`\n', 'b', '\n`⏰ z`\n', '`🔍 w`\n\n'])],
  ['markers in code', chat(['See:\n```sh\n', 'a\n', '`⏰ x`\n', '\n', 'b\n', '```\n', '`⏰ y`\n\n', 'c'])],
  [
    'tool events',
    `${chat(['a'], '')}${TOOL('running')}: keepalive\n\n${chat(['\n'], '')}${TOOL('completed')}${chat(['`⏰ x`\n\n', 'b'])}`,
  ],
  ['prose alone', chat(['Use `ls`.\n', '`⏰', ' x` is prose', '\n`⏰ y`', ' too'])],
];

test.each(BODIES)('%s: a stream that fails or is cancelled is clean from wherever the page resumes', (_name, text) => {
  const body = bytesOf(text);
  const clean = normalizeCut(body, [], { url: CHAT, conversation: 'c' });
  expect(clean.bytes.length).toBe(body.length);

  for (const [size, step] of [
    [body.length, 1],
    [5, 7],
  ] as const) {
    for (let cut = 0; cut <= body.length; cut += step) {
      const page = readBroken(body, cut, size, createStreamMemory(), 'cut');
      expect(textOf(page.body), `cut at ${cut}, in chunks of ${size}`).toBe(textOf(clean.bytes));
      expect(page.markers).toBe(clean.markers);
    }
  }
});

test.each(BODIES)('%s: the rest fits even if nothing is remembered, or the stream ends too soon', (_name, text) => {
  const body = bytesOf(text);
  // No label has these letters: the remains of a cut marker do not count.
  const prose = (stream: string): string => joinedText(stream).replaceAll(/[^a-v]/gi, '');
  for (let cut = 0; cut <= body.length; cut++) {
    for (const page of [
      readBroken(body, cut, body.length, undefined, 'cut'),
      readBroken(body, cut, body.length, createStreamMemory(), 'end'),
    ]) {
      expect(page.body.length).toBe(body.length);
      expect(prose(textOf(page.body))).toBe(prose(text));
    }
  }
});

test('each removed marker and tool event is reported once, the rest of a stream reports its own', () => {
  const text = `${chat(['a\n`⏰ x`\n\n'], '')}${TOOL('running')}`;
  const body = bytesOf(`${text}${TOOL('completed')}${chat(['b\n`⏰ y`\n\n'])}`);

  const { events, markers, tools } = readBroken(body, bytesOf(text).length, body.length, createStreamMemory(), 'cut');

  expect([markers, tools]).toEqual([2, 2]);
  expect(events.filter(({ callId }) => callId === 'c1').map(({ status }) => status)).toEqual([
    'running',
    'ended',
    'finished',
  ]);
});

test('a reply starts and ends with each of its bodies', () => {
  const streams = createStreamMemory();
  const first = open(CHAT, 'c', streams);
  first.normalizer.push(bytesOf(chat(['a'], '')));
  first.normalizer.end('cut');
  const second = open('/v1/stream?conv_id=c&from=0', null, streams);
  second.normalizer.push(bytesOf(chat(['a', 'b'])));
  second.normalizer.end();

  expect([first.seen, second.seen].map(({ starts, ends }) => [starts, ends])).toEqual([
    [1, 1],
    [1, 1],
  ]);
});

test('if nothing is remembered, the first text continues a line; from the start it begins one', () => {
  const rest = chat(['`⏰ x`\n\n', 'b\n`⏰ y`\n\n']);
  const textFrom = (from: number): string => {
    const { normalizer } = open(`/v1/stream?conv_id=c&from=${from}`, null, undefined);
    return joinedText(textOf([...normalizer.push(bytesOf(rest)), normalizer.end()]));
  };

  expect(textFrom(0)).toBe('\nb\n');
  expect(textFrom(50)).toBe('`⏰ x`\n\nb\n');
});

test('text released during a pause is not repeated', () => {
  const streams = createStreamMemory();
  const first = open(CHAT, 'c', streams);
  const start = chat(['a\n'], '');
  const held = first.normalizer.push(bytesOf(start));
  expect([held, first.normalizer.waits()]).toEqual([[], true]);
  expect(textOf(first.normalizer.idle())).toBe(start);
  first.normalizer.end('cut');

  const rest = chat(['`⏰ x`\n\n', 'b']);
  const second = open(`/v1/stream?conv_id=c&from=${start.length}`, null, streams);
  const more = textOf([...second.normalizer.push(bytesOf(rest)), second.normalizer.end()]);

  expect(joinedText(more)).toBe('\nb');
  expect(bytesOf(more).length).toBe(bytesOf(rest).length);
});

/** Bytes remembered of a stream before `from`. */
function remembered(memory: StreamMemory, conversation: string, from: number): number {
  return memory.open({ conversation, from }).bytes.length;
}

test('the memory is limited, and cleared when a stream starts over or ends', () => {
  const memory = createStreamMemory();
  const add = (conversation: string, bytes: number): void =>
    memory.add({ conversation, from: 0 }, new Uint8Array(bytes));
  for (const conversation of ['a', 'b', 'c', 'd', 'e']) {
    memory.open({ conversation, from: 0 });
    add(conversation, 10);
  }

  expect(remembered(memory, 'a', 10)).toBe(0);
  expect(remembered(memory, 'e', 11)).toBe(0);
  expect(remembered(memory, 'd', 4)).toBe(4);
  expect(remembered(memory, 'd', 10)).toBe(0);

  memory.open({ conversation: 'c', from: 0 });
  expect(remembered(memory, 'c', 10)).toBe(0);

  memory.open({ conversation: 'f', from: 0 });
  add('f', 4 * 1024 * 1024);
  expect(remembered(memory, 'f', 100)).toBe(100);
  memory.open({ conversation: 'f', from: 0 });
  add('f', 4 * 1024 * 1024 + 1);
  expect(remembered(memory, 'f', 100)).toBe(0);
});

test('the rest of a rest is its rest too', () => {
  const memory = createStreamMemory();
  memory.open({ conversation: 'c', from: 7 });
  memory.add({ conversation: 'c', from: 7 }, bytesOf('abc'));

  expect(memory.open({ conversation: 'c', from: 9 })).toEqual({ start: 7, bytes: bytesOf('ab'), end: 10 });
  memory.add({ conversation: 'c', from: 9 }, bytesOf('cd'));
  expect(memory.open({ conversation: 'c', from: 11 })).toEqual({ start: 7, bytes: bytesOf('abcd'), end: 11 });
  expect(memory.open({ conversation: 'c', from: 6 })).toEqual({ start: 6, bytes: bytesOf(''), end: 6 });
});

test('a stream that announced its end is forgotten', () => {
  const streams = createStreamMemory();
  const { normalizer } = open(CHAT, 'c', streams);
  normalizer.push(bytesOf(chat(['a'])));

  expect(remembered(streams, 'c', 3)).toBe(0);
});

test('no repairs run on a stream whose bytes are counted, all others get theirs', () => {
  const call =
    'data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"c","type":"function","function":{"name":"f","arguments":"{"}}]}}]}\n\n';
  const run = (url: string, conversation: string | null): string =>
    textOf(normalizeCut(bytesOf(call), [], { url, conversation }).bytes);

  expect(run(CHAT, 'c')).toBe(call);
  expect(run(CHAT, null)).not.toBe(call);
  expect(run('http://chat.example/api/chat', 'c')).not.toBe(call);
});
