import { expect, test } from 'vitest';
import { createSseFraming } from '../../../src/normalizer/sse-frames.ts';
import { cutFrame, endFrame } from '../../../src/normalizer/repairs/frame-repair.ts';

test('a frame is ended in its own style', () => {
  const rows: readonly [before: string, after: string][] = [
    ['data: a\n\n', 'data: a\n\n'], ['data: a\n', 'data: a\n\n'], ['data: a', 'data: a\n\n'],
    ['id: 1\r\ndata: a\r\n', 'id: 1\r\ndata: a\r\n\r\n'], ['data: a\r\n\r\n', 'data: a\r\n\r\n'], ['data: a\r\r', 'data: a\r\r'], ['data: a\r', 'data: a\r\r'],
  ];
  for (const [before, after] of rows) expect([before, endFrame(before)]).toEqual([before, after]);
});

test('each part is a whole frame, the mark stands before the first alone', () => {
  const fields = createSseFraming().read('\ufeffdata: x');
  expect(fields && cutFrame(fields, ['a', 'b'])).toEqual(['\ufeffdata: a\n\n', 'data: b']);
  expect(cutFrame({ event: null, data: '', rewrite: () => null }, ['a'])).toBeNull();
});
