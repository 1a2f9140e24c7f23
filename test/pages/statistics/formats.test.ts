import { expect, test } from 'vitest';
import { dayText, percent } from '../../../src/pages/statistics/formats.ts';

test.each([
  [0, '0%'],
  [0.004, '0.4%'],
  [0.0251, '2.5%'],
  [0.0999, '10%'],
  [0.174, '17%'],
  [1, '100%'],
])('a share of %d is shown as %s', (share, text) => {
  expect(percent(share)).toBe(text);
});

test('a day has its year if it is not this one', () => {
  expect(dayText(`${new Date().getFullYear()}-03-29`)).toBe('29 March');
  expect(dayText('2020-03-29')).toBe('29 March 2020');
});
