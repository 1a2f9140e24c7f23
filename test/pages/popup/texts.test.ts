import { expect, test } from 'vitest';
import { figure } from '../../../src/pages/popup/texts.ts';

test.each([
  [0, '0'],
  [3, '3'],
  [1204, '1,204'],
  [9999, '9,999'],
  [98_765, '98.8K'],
  [123_456, '123.5K'],
  [1_234_567, '1.2M'],
])('%s is shown as %s', (count, text) => {
  expect(figure(count)).toBe(text);
});
