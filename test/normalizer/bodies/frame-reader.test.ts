import { beforeEach, expect, test, vi } from 'vitest';
import { createBodyNormalizer } from '../../../src/normalizer/bodies/body-normalizer.ts';
import type { FrameTap } from '../../../src/normalizer/reply/frame-trace.ts';
import { bytesOf, chunkJson, textOf } from '../splits.ts';

let parsed = 0;

vi.mock('../../../src/normalizer/json/json-edit.ts', async (original) => {
  const real = await original<typeof import('../../../src/normalizer/json/json-edit.ts')>();
  return {
    ...real,
    parseJson(text: string) {
      parsed++;
      return real.parseJson(text);
    },
  };
});

beforeEach(() => {
  parsed = 0;
});

const FRAMES = Array.from({ length: 100 }, (_, i) => `data: ${chunkJson(`word ${i} \`code\` `)}\n\n`);

/** Pushes the frames one by one. @returns what came out */
function push(tap?: FrameTap): string {
  const normalizer = createBodyNormalizer({ contentType: 'text/event-stream', isReply: true, tap });
  return FRAMES.flatMap((frame) => normalizer?.push(bytesOf(frame)) ?? [])
    .map(textOf)
    .join('');
}

function tapWhile(isOpen: () => boolean): { tap: FrameTap; seen: string[] } {
  const seen: string[] = [];
  return { seen, tap: { isOpen, found: () => [], frame: ({ before }) => void seen.push(before) } };
}

test.each([
  ['nobody can inspect', undefined],
  ['nobody inspects', tapWhile(() => false).tap],
])('of a frame that repeats one before it, only the text is read while %s', (_, tap) => {
  expect(push(tap)).toBe(FRAMES.join(''));
  expect(parsed).toBeLessThan(10);
});

test('the inspector sees each frame from then on, and the output is the same', () => {
  let count = 0;
  const { tap, seen } = tapWhile(() => ++count > 50 && count <= 80);

  expect(push(tap)).toBe(FRAMES.join(''));
  expect(seen).toEqual(FRAMES.slice(50, 80));
});
