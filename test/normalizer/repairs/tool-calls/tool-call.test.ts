import { stringOf } from '../../../../src/normalizer/dialects/fields.ts';
import { expect, test } from 'vitest';

test('anything but a string reads as the empty one', () => {
  expect(['a', '', null, undefined, 3, {}].map(stringOf)).toEqual(['a', '', '', '', '', '']);
});
