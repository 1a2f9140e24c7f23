import { expect, test } from 'vitest';
import { DEFAULT_REPAIRS } from '../../../src/normalizer/repairs/all-repairs.ts';
import { readFrame } from '../../../src/normalizer/repairs/frame-repair.ts';
import { createStrayFrames } from '../../../src/normalizer/repairs/frame-repairs.ts';
import { createSseFraming } from '../../../src/normalizer/framing/sse-frames.ts';
import { chunk, sse } from './repaired.ts';

const { read } = createSseFraming();
const CHUNK = readFrame(read, sse(chunk({ content: 'a' })));
const COMMENT = readFrame(read, ': a\n\n');
const EVENT = readFrame(read, 'event: x\ndata: 1\n\n');

test('events are dropped from a chat, comments only after something was changed, and each is reported', () => {
  const reported: string[] = [];
  const strays = createStrayFrames(
    DEFAULT_REPAIRS,
    (id) => void reported.push(id),
    (name) => void reported.push(name),
  );
  const goes = (): boolean[] => [strays.goes(COMMENT, false), strays.goes(EVENT, false)];

  expect(goes()).toEqual([false, false]);
  expect(strays.goes(CHUNK, true)).toBe(false);
  expect(goes()).toEqual([false, true]);
  strays.changed();
  expect(goes()).toEqual([true, true]);
  expect(strays.goes(CHUNK, true)).toBe(false);
  expect(strays.goes(EVENT, true)).toBe(false);
  expect(reported).toEqual(['x', 'foreign-events', 'keep-alive-comments', 'x', 'foreign-events']);
});
