import { expect, test } from 'vitest';
import { createChartFormats } from '../../../../src/pages/statistics/charts/chart-formats.ts';

const en = createChartFormats('en');

test.each([
  [0, '0%'],
  [0.004, '0.4%'],
  [0.025, '2.5%'],
  [0.0999, '10%'],
  [0.125, '13%'],
  [1, '100%'],
])('a share of %d is written %s', (share, text) => {
  expect(en.share(share)).toBe(text);
});

test.each([
  [950, '950'],
  [12_000, '12K'],
  [1_250_000, '1.3M'],
])('%d beside a chart is %s', (count, text) => {
  expect(en.short(count)).toBe(text);
});

test.each([
  ['en', '3 Nov', '3 November'],
  ['de', '3. Nov.', '3. November'],
  ['es', '3 nov', '3 de noviembre'],
  ['fr', '3 nov.', '3 novembre'],
  ['zh-CN', '11月3日', '11月3日'],
  ['ja', '11月3日', '11月3日'],
])('in %s a day is written as %s and %s', (language, shortName, longName) => {
  const { shortDay, longDay } = createChartFormats(language);

  expect(shortDay('2026-11-03')).toBe(shortName);
  expect(longDay('2026-11-03', '2026-11-22')).toBe(longName);
});

test('a day of another year has its year', () => {
  expect(en.longDay('2025-12-31', '2026-01-02')).toBe('31 December 2025');
});
