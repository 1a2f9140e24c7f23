import { expect, test } from 'vitest';
import { createFrameSplitter, MAX_FRAME } from '../../../src/normalizer/framing/frame-splitter.ts';
import { createSseFraming } from '../../../src/normalizer/framing/sse-frames.ts';
import { bytesOf, textOf } from '../splits.ts';

const FRAMES = ['data: {"a":1}\n\n', ': ping\n\n', 'data: one\r\ndata: two\r\n\r\n', '\n', 'data: \r\r', 'data: last'];
const BYTES = bytesOf(FRAMES.join(''));

/** @returns the frames of the parts, and what passed of frames that are too long, marked */
function split(parts: readonly Uint8Array[]): string[] {
  const got: string[] = [];
  const splitter = createFrameSplitter(
    createSseFraming(),
    (bytes) => got.push(textOf(bytes)),
    (bytes) => got.push(`long ${bytes.length}`),
  );
  for (const part of parts) {
    const chunk = part.slice();
    splitter.push(chunk);
    chunk.fill(0);
  }
  splitter.end();
  return got;
}

test('each frame is handed on whole, wherever the stream is cut', () => {
  for (let cut = 0; cut <= BYTES.length; cut++)
    expect(split([BYTES.slice(0, cut), BYTES.slice(cut)]), `cut at ${cut}`).toEqual(FRAMES);
  expect(split([...BYTES].map((byte) => Uint8Array.of(byte)))).toEqual(FRAMES);
});

test('a frame that is too long passes in parts, and the next one is found again', () => {
  const long = bytesOf(`data: ${'x'.repeat(MAX_FRAME)}\n`);
  const parts = [long.slice(0, 100), long.slice(100), bytesOf('\r'), bytesOf('\ndata: b\n\n')];
  const got = split(parts);

  expect(got.at(-1)).toBe('data: b\n\n');
  expect(got.slice(0, -1).every((part) => part.startsWith('long '))).toBe(true);
  expect(got.slice(0, -1).reduce((sum, part) => sum + Number(part.slice(5)), 0)).toBe(long.length + 2);
});

test('if a frame cannot be handed on, the rest is everything from it on', () => {
  for (let cut = 0; cut <= BYTES.length; cut++) {
    let left = 2;
    let got = '';
    const splitter = createFrameSplitter(
      createSseFraming(),
      (bytes) => {
        if (--left < 0) throw new Error('broken by the page');
        got += textOf(bytes);
      },
      () => {},
    );
    let rest = '';
    for (const part of [BYTES.slice(0, cut), BYTES.slice(cut)]) {
      try {
        if (rest === '') splitter.push(part);
        else rest += textOf(part);
      } catch {
        rest += textOf(splitter.rest());
      }
    }
    expect(got + rest).toBe(FRAMES.join(''));
  }
});
