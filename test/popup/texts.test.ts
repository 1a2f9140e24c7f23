import { expect, test } from 'vitest';
import {
  companionAdds,
  companionKnown,
  companionTexts,
  confirmText,
  exactFigure,
  figure,
  openWebUiTexts,
  plural,
  popupTexts,
  stayTexts,
  switchName,
} from '../../src/popup/texts.ts';

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

test.each([
  [true, true, openWebUiTexts.addsBoth],
  [true, false, openWebUiTexts.addsHistory],
  [false, true, openWebUiTexts.addsBadges],
  [false, false, openWebUiTexts.addsElsewhere],
])('where history lacks the companion: %s, badges: %s, it is said to do that', (history, badges, text) => {
  expect(companionAdds(history, badges)).toBe(text);
});

test('a companion that does not say its version is known without it', () => {
  expect(companionKnown(null)).toBe('The companion is installed.');
  expect(companionKnown('1.0.0')).toBe('Companion 1.0.0 is installed.');
});

test('a confirmation names the server', () => {
  expect(confirmText('remove', 'localhost:3000')).toBe('Remove from localhost:3000');
});

/** All texts, at any depth. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

test('no text shouts', () => {
  const texts = textsIn([popupTexts, stayTexts, openWebUiTexts, companionTexts]);

  expect(texts.length).toBeGreaterThan(80);
  expect(texts.filter((text) => text.includes('!'))).toEqual([]);
});
