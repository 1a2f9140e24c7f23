import { expect, test } from 'vitest';
import { stringOf } from '../../../../src/normalizer/repairs/tool-calls/tool-call.ts';

test('anything but a string reads as the empty one', () => {
  expect(['a', '', null, undefined, 3, {}].map(stringOf)).toEqual(['a', '', '', '', '', '']);
});
