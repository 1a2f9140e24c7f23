import { expect, test } from 'vitest';
import {
  companionAdds,
  companionKnown,
  companionTexts,
  figure,
  openWebUiTexts,
  popupTexts,
} from '../../../src/pages/popup/texts.ts';

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

test('only a count of one is singular', () => {
  expect([0, 1, 2].map((count) => popupTexts.tools(count))).toEqual(['tools shown', 'tool shown', 'tools shown']);
});

test('the switch is named after the site', () => {
  expect(popupTexts.switchName('localhost:3000')).toBe('Stream Fixer on localhost:3000');
});

test.each([
  [true, true, openWebUiTexts.addsBoth],
  [true, false, openWebUiTexts.addsHistory],
  [false, true, openWebUiTexts.addsBadges],
  [false, false, openWebUiTexts.addsElsewhere],
])('if history lacks the companion: %s, badges: %s, it is said to add that', (history, badges, text) => {
  expect(companionAdds(history, badges)).toBe(text);
});

test('a companion that does not report its version is shown without it', () => {
  expect(companionKnown(null)).toBe('The companion is installed.');
  expect(companionKnown('1.0.0')).toBe('Companion 1.0.0 is installed.');
});

test('a confirmation names the server', () => {
  expect(companionTexts.confirm.remove('localhost:3000')).toBe('Remove from localhost:3000');
});
