import { expect, test } from 'vitest';
import { excerptOf, MAX_EXCERPT } from '../../src/doctor/excerpt.ts';

const ROWS: readonly (readonly [text: string, excerpt: string])[] = [
  ['', ''],
  ['event: x\ndata: "\\n💻"', 'event: x ⏎ data: "\\n💻"'],
  ['a\r\nb\tc', 'a\\r ⏎ b\\u{9}c'],
  ['\ufeffdata', '\\u{feff}data'],
  ['\u001b[2J\u0007\u009b', '\\u{1b}[2J\\u{7}\\u{9b}'],
  ['a\u202eb\u2066c\u2028d', 'a\\u{202e}b\\u{2066}c\\u{2028}d'],
  ['lone \ud83d half', 'lone \\u{d83d} half'],
];

test.each(ROWS)('%j is shown as %j', (text, excerpt) => {
  expect(excerptOf(text)).toBe(excerpt);
});

test('a long text is cut, and says so; an escape does not make it longer', () => {
  expect(excerptOf('x'.repeat(MAX_EXCERPT))).toBe('x'.repeat(MAX_EXCERPT));
  expect(excerptOf('x'.repeat(MAX_EXCERPT + 1))).toBe('x'.repeat(MAX_EXCERPT) + '…');
  expect(excerptOf('\0'.repeat(1_000_000))).toHaveLength(MAX_EXCERPT + 1);
  expect(excerptOf('abcdef', 3)).toBe('abc…');
});

test('secrets are masked, also those that the cut goes through', () => {
  const key = 'sk-proj-4f9a8b7c6d5e4f3a2b1c';
  expect(excerptOf(`Incorrect key: Bearer ${key}`)).toBe(
    'Incorrect key: Bearer xx-xxxx-xxxxxxxxxxxxxxxxxxxx',
  );
  for (let max = 1; max < 40; max++)
    expect(excerptOf(`key ${key}, and more`, max)).not.toMatch(/proj|4f9/);
});

test('no half of a character is left at the cut', () => {
  for (let max = 1; max < 12; max++)
    expect(excerptOf('💻'.repeat(9), max)).toBe('💻'.repeat(max >> 1) + '…');
});
