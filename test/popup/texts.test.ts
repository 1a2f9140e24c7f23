import { expect, test } from 'vitest';
import { exactFigure, figure, plural, popupTexts, stayTexts, switchName } from '../../src/popup/texts.ts';

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

test('the exact figure is kept for the title', () => {
  expect(exactFigure(1_234_567)).toBe('1,234,567');
});

test('only one is singular', () => {
  expect([0, 1, 2].map((count) => plural(count, popupTexts.tools))).toEqual(['tools shown', 'tool shown', 'tools shown']);
});

test('the switch is named after the site', () => {
  expect(switchName('localhost:3000')).toBe('Stream Fixer on localhost:3000');
});

test('no text shouts', () => {
  const texts = [...Object.values(popupTexts).flat(), ...stayTexts.flat()];

  expect(texts.filter((text) => text.includes('!'))).toEqual([]);
});
