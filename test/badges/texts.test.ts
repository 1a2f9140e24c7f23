import { expect, test } from 'vitest';
import { announceEnd, shortTime, statusInWords, summary, timeInWords, toolCount } from '../../src/badges/texts.ts';

test.each([
  [0, ''],
  [999, ''],
  [-5000, ''],
  [Number.NaN, ''],
  [Number.POSITIVE_INFINITY, ''],
  [1000, '1.0 s'],
  [12_430, '12.4 s'],
  [59_960, '59.9 s'],
  [60_000, '1 min 00 s'],
  [65_000, '1 min 05 s'],
  [3_725_000, '1 h 02 min'],
])('%s milliseconds read "%s"', (milliseconds, text) => {
  expect(shortTime(milliseconds)).toBe(text);
});

test.each([
  [999, ''],
  [1999, '1 s'],
  [65_900, '1 min 05 s'],
])('%s milliseconds that are still running read "%s"', (milliseconds, text) => {
  expect(shortTime(milliseconds, true)).toBe(text);
});

test.each([
  [400, 'under 1 second'],
  [1000, '1 second'],
  [3260, '3.2 seconds'],
  [60_000, '1 minute'],
  [65_000, '1 minute 5 seconds'],
  [3_600_000, '1 hour'],
  [7_320_000, '2 hours 2 minutes'],
])('%s milliseconds in words are "%s"', (milliseconds, words) => {
  expect(timeInWords(milliseconds)).toBe(words);
});

test('the summary leaves out times that are too short or not known', () => {
  expect(summary(6, false, 12_430)).toBe('6 tools, 12.4 s');
  expect(summary(1, false, 300)).toBe('1 tool');
  expect(summary(100, true, null)).toBe('100+ tools');
});

test('one tool is singular, one and more is plural', () => {
  expect(toolCount(1, false)).toBe('1 tool');
  expect(toolCount(1, true)).toBe('1+ tools');
});

test('a call we stopped hearing of is never called finished', () => {
  expect(statusInWords('ended', 2000)).toBe('ended, outcome unknown, 2 seconds');
});

const NOTE = 'No tool ran for a call that the model only wrote down. What follows may be invented.';

test('the end of a reply is announced with its count, and imitated calls are not in it', () => {
  expect(announceEnd(2, false, false)).toBe('2 tools ran.');
  expect(announceEnd(0, false, true)).toBe(NOTE);
  expect(announceEnd(2, false, true)).toBe(`2 tools ran. ${NOTE}`);
  expect(announceEnd(0, false, false)).toBe('');
});
