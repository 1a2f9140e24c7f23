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
