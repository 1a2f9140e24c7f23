import { expect, test } from 'vitest';
import { DEFAULT_REPAIRS } from '../../../src/normalizer/repairs/all-repairs.ts';
import { readFrame } from '../../../src/normalizer/repairs/frame.ts';
import { createStrayFrames } from '../../../src/normalizer/repairs/frame-repairs.ts';
import { createSseFraming } from '../../../src/normalizer/framing/sse-frames.ts';

const { read } = createSseFraming();
const COMMENT = readFrame(read, ': a\n\n');
const EVENT = readFrame(read, 'event: x\ndata: 1\n\n');

test('events are dropped from a chat, comments only after something was changed, and each is reported', () => {
  const reported: string[] = [];
  const strays = createStrayFrames(
    DEFAULT_REPAIRS,
    (id) => void reported.push(id),
    (name) => void reported.push(name),
  );
  const goes = (isChat: boolean): boolean[] => [
    strays.goes(COMMENT, isChat),
    strays.goes(EVENT, isChat),
  ];

  expect(goes(false)).toEqual([false, false]);
  expect(goes(true)).toEqual([false, true]);
  strays.changed();
  expect(goes(true)).toEqual([true, true]);
  expect(reported).toEqual(['x', 'foreign-events', 'keep-alive-comments', 'x', 'foreign-events']);
});
