import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  createBodyNormalizer,
  type BodyOptions,
} from '../../../src/normalizer/bodies/body-normalizer.ts';
import { MAX_FRAME } from '../../../src/normalizer/framing/frame-splitter.ts';
import { createFrameSplitter } from '../../../src/normalizer/framing/frame-splitter.ts';
import { createRowFraming } from '../../../src/normalizer/framing/object-row.ts';
import { readResponse } from '../../../src/tools/cli/http-response.ts';
import { bytesOf, cutsOf, endsEvery, normalizeCut, pushAll, sameBytes, textOf } from '../splits.ts';

const EVENTS = { contentType: 'text/event-stream' };

function framesOf(text: string, size: number): string[] {
  const frames: string[] = [];
  const take = (bytes: Uint8Array): unknown => frames.push(textOf(bytes));
  const splitter = createFrameSplitter(createRowFraming(), take, take);
  const bytes = bytesOf(text);
  for (let at = 0; at < bytes.length; at += size) splitter.push(bytes.slice(at, at + size));
  splitter.end();
  return frames;
}

test.each([
  ['{"a":1}{"b":"}{"}', ['{"a":1}', '{"b":"}{"}']],
  ['{\n "a": {\n}\n}{}', ['{\n "a": {\n}\n}', '{}']],
  ['{"a":1}\n \r\n{"b":2}', ['{"a":1}', '\n', ' \r\n', '{"b":2}']],
  ['{"a":"\\"}{"} {"é":"🙂"}', ['{"a":"\\"}{"}', ' {"é":"🙂"}']],
  ['{"a":1}, [{"b":"}\n{"c":1}', ['{"a":1}', ', [{"b":"}\n', '{"c":1}']],
  ['data: {"a":1}\n\n{}', ['data: {"a":1}\n', '\n', '{}']],
  ['{"a":"broken\n{"b":1}', ['{"a":"broken\n', '{"b":1}']],
  ['{"a":1}}\n{"b":1}', ['{"a":1}', '}\n', '{"b":1}']],
  ['{"a":1}{"b":', ['{"a":1}', '{"b":']],
  ['', []],
])('%j is cut into its objects, however it arrives', (text, frames) => {
  for (const size of [1, 2, 3, 7, 100])
    expect([size, framesOf(text, size)]).toEqual([size, frames]);
});

test('an object that is too long passes, and the next one is read again', () => {
  const long = `{"a":"${'}{'.repeat(MAX_FRAME / 2)}"}`;
  const frames = framesOf(`{"b":1}${long}{"c":1}`, 1_000_000);

  expect(frames.join('')).toBe(`{"b":1}${long}{"c":1}`);
  expect([frames[0], frames.at(-1)]).toEqual(['{"b":1}', '{"c":1}']);
});

/** @returns what a page has after each piece */
function shownAfter(pieces: readonly string[], options: Partial<BodyOptions> = {}): string[] {
  const normalizer = createBodyNormalizer({ ...EVENTS, isReply: true, ...options });
  if (!normalizer) throw new Error('no normalizer');
  let shown = '';
  return pieces.map((piece) => (shown += textOf(normalizer.push(bytesOf(piece)))));
}

const AGNO = readResponse(
  readFileSync(new URL('../../recordings/chat-pages/agno-1.txt', import.meta.url)),
).body;

test('objects that are called events leave one by one, and not at the end of the reply', () => {
  // Nothing in it waits for more.
  const row = textOf(AGNO)
    .replaceAll(/`|\\n/g, '')
    .split(/(?<=\})(?=\{)/);
  const flat = row.map((one) => JSON.stringify(JSON.parse(one)));
  const lines = flat.map((line) => `${line}\n`);

  for (const pieces of [row, flat, lines]) {
    expect(pieces).toHaveLength(10);
    // Of objects in one line, the first is held until another one follows.
    expect(shownAfter(pieces).slice(1)).toEqual(
      pieces.slice(1).map((_, i) => pieces.slice(0, i + 2).join('')),
    );
  }
});

test.each([
  'text/plain',
  'application/octet-stream',
  'application/json',
  'application/jsonl',
  null,
])('nor do those that are called %s', (contentType) => {
  const pieces = ['{"n":1}', '{"say":"Hi"}', '{"say":" you"}', '{"say":"."}'];

  expect(shownAfter(pieces, { contentType }).slice(1)).toEqual(
    [2, 3, 4].map((count) => pieces.slice(0, count).join('')),
  );
});

test('the first object of a line leaves when nothing follows for a while', () => {
  const normalizer = createBodyNormalizer({ ...EVENTS, isReply: true });
  const held = normalizer?.push(bytesOf('{"type":"sources"}\n'));

  expect([held, normalizer?.waits()]).toEqual([[], true]);
  expect(textOf(normalizer!.idle())).toBe('{"type":"sources"}\n');
  expect(textOf(normalizer!.push(bytesOf('{"type":"message"}\n')))).toBe('{"type":"message"}\n');
});

test.each([
  ['data: {"a":1}\n\n'],
  [': ping\n\n'],
  ['\n'],
  ['error: {"a":1}\n\n'],
  ['{"a":1}\n\n'],
  ['{"a":1}\r\n\r\n'],
  ['{"a":1} x\n\n'],
])('an event stream that begins with %j is none: its first frame leaves at once', (frame) => {
  expect(shownAfter([frame])).toEqual([frame]);
});

test('chunks and errors that lack their "data:" are still repaired', () => {
  for (const bare of ['{"error":{"message":"no"}}', '{"choices":[{"index":0,"delta":{}}]}'])
    for (const rest of ['\n', `\n${bare}\n`]) {
      const { bytes } = normalizeCut(bytesOf(bare + rest), []);
      expect(textOf(bytes)).toMatch(/^data: \{/);
    }
});

test('whatever a body is, its bytes stay, wherever it is cut', () => {
  for (const body of [
    '{',
    '{"a":1}',
    '{"a":1}{',
    '{"a":1}{"b":"\n',
    '{"a":1}}{{"b":2}',
    '{\n',
    '{\n}\n{\n}',
    '{}{}{}\n\ndata: {"a":1}\n\n',
    '{a}{b}',
    '{"a":1}\n{"b":2}\n\n{"c":3}',
    '{"a":1}\n\n{"b":2}',
    '\ufeff{"a":1}{"b":2}',
    '{"é":"🙂"}{"é":"🙂"}',
  ])
    for (const contentType of [
      'text/event-stream',
      'text/plain',
      'application/json',
      '',
      'application/jsonl',
    ])
      for (const isReply of [true, false]) {
        const bytes = bytesOf(body);
        for (const ends of [...cutsOf(bytes).map((at) => [at]), endsEvery(bytes.length, 1)]) {
          const normalizer = createBodyNormalizer({
            contentType,
            isReply,
            mayBeReply: true,
            repairs: new Set(),
          });
          const out = normalizer ? pushAll(normalizer, bytes, ends) : [bytes];
          expect([body, contentType, ends, textOf(out)]).toEqual([body, contentType, ends, body]);
        }
      }
});

test('a reply of Agno 1.7 is cleaned at every cut', () => {
  const whole = normalizeCut(AGNO, [], { expectsMarkers: () => false });

  expect(whole.markers).toBe(2);
  for (const at of cutsOf(AGNO))
    expect(
      sameBytes(normalizeCut(AGNO, [at], { expectsMarkers: () => false }).bytes, whole.bytes),
    ).toBe(true);
});
