import { expect, test } from 'vitest';
import type { FrameSink } from '../../../src/normalizer/framing/frame-sink.ts';
import { createFrameSplitter } from '../../../src/normalizer/framing/frame-splitter.ts';
import { createSseFraming } from '../../../src/normalizer/framing/sse-frames.ts';

const FRAMES = ['data: {"a":1}\n\n', ': ping\n\n', 'data: one\r\ndata: two\r\n\r\n', '\n', 'data: `\n\n', 'data: last'];
const BYTES = new TextEncoder().encode(FRAMES.join(''));

/** @returns what a sink gets of the stream, cut at an offset: frames that are read, and all bytes in order */
function splitAt(cut: number, canSkip: boolean): { readonly read: string[]; readonly all: string } {
  const read: string[] = [];
  let all = '';
  const add = (bytes: Uint8Array) => void (all += Buffer.from(bytes).toString());
  const sink: FrameSink = {
    canSkip: () => canSkip,
    seesStrays: () => false,
    skip: add,
    pass: add,
    frame(bytes, text) {
      add(bytes);
      read.push(text);
    },
    taken() {},
  };
  const splitter = createFrameSplitter(createSseFraming(), sink);
  for (const part of [BYTES.slice(0, cut), BYTES.slice(cut)]) splitter.push(part);
  splitter.end();
  return { read, all };
}

const CUTS = Array.from({ length: BYTES.length + 1 }, (_, cut) => cut);

test('each frame is read as a whole, wherever the stream is cut', () => {
  for (const cut of CUTS) expect(splitAt(cut, false), `cut at ${cut}`).toEqual({ read: FRAMES, all: FRAMES.join('') });
});

test('frames without work pass unread, and only those, wherever the stream is cut', () => {
  const [, , severalLines, , backtick, withoutEnd] = FRAMES;
  for (const cut of CUTS)
    expect(splitAt(cut, true), `cut at ${cut}`).toEqual({
      read: [severalLines, backtick, withoutEnd],
      all: FRAMES.join(''),
    });
});

test('a frame that a chunk completes may pass as a repeated one, and then as nothing else', () => {
  const got: string[] = [];
  const sink: FrameSink = {
    canSkip: () => false,
    seesStrays: () => false,
    skip: () => got.push('skip'),
    pass: () => got.push('pass'),
    frame: (bytes) => got.push(`frame ${Buffer.from(bytes).toString()}`),
    repeated(chunk, to) {
      const text = Buffer.from(chunk.bytes.subarray(chunk.taken, to)).toString();
      if (!text.startsWith('data: same\n\n')) return false;
      chunk.taken += 12;
      got.push('repeated');
      return true;
    },
    taken: () => got.push('taken'),
  };
  const splitter = createFrameSplitter(createSseFraming(), sink);
  for (const part of ['data: sa', 'me\n\ndata: oth', 'er\n\nda']) splitter.push(new TextEncoder().encode(part));
  expect(got).toEqual(['repeated', 'frame data: other\n\n', 'taken']);
  expect(Buffer.from(splitter.rest()).toString()).toBe('da');
});

test('if passing on a repeated frame throws, the rest has every byte behind what was taken', () => {
  const sink: FrameSink = {
    canSkip: () => false,
    seesStrays: () => false,
    skip() {},
    pass() {},
    frame() {},
    repeated(chunk, to) {
      if (to < 12) return false;
      chunk.taken = to;
      throw new Error('broken by the page');
    },
    taken() {},
  };
  const splitter = createFrameSplitter(createSseFraming(), sink);
  splitter.push(new TextEncoder().encode('data: sa'));
  expect(() => splitter.push(new TextEncoder().encode('me\n\ndata: other\n\n'))).toThrow('broken by the page');
  expect(Buffer.from(splitter.rest()).toString()).toBe('data: other\n\n');
});
