import { expect, test } from 'vitest';
import { createFormats } from '../../src/languages/formats.ts';
import type { Language } from '../../src/languages/language.ts';

const WHEN = new Date(2026, 2, 3, 14, 5).getTime();
const NEXT_YEAR = new Date(2027, 0, 1).getTime();

/** Blanks of any width count as one kind: which is where differs between releases of a browser. */
function plain(text: string): string {
  return text.replace(/\s/g, ' ');
}

test.each<[Language, string, string, string, string, string]>([
  ['en', '12,345', '3 March', '3 March 2026', '3 March 2026 at 14:05', '3.4 MB'],
  ['de', '12.345', '3. März', '3. März 2026', '3. März 2026 um 14:05', '3,4 MB'],
  ['es', '12.345', '3 de marzo', '3 de marzo de 2026', '3 de marzo de 2026 a las 14:05', '3,4 MB'],
  ['fr', '12 345', '3 mars', '3 mars 2026', '3 mars 2026 à 14:05', '3,4 Mo'],
  ['zh-CN', '12,345', '3月3日', '2026年3月3日', '2026年3月3日 14:05', '3.4 MB'],
  ['ja', '12,345', '3月3日', '2026年3月3日', '2026年3月3日 14:05', '3.4 MB'],
])('%s writes counts, days, moments and sizes as its readers do', (language, figure, day, dayOfYear, moment, size) => {
  const formats = createFormats(language);

  expect(plain(formats.figure(12_345))).toBe(figure);
  expect(plain(formats.day(WHEN, WHEN))).toBe(day);
  expect(plain(formats.day(WHEN, NEXT_YEAR))).toBe(dayOfYear);
  expect(plain(formats.moment(WHEN))).toBe(moment);
  expect(plain(formats.size(3_440_000))).toBe(size);
});

test.each<[Language, readonly string[]]>([
  ['en', ['0 others', '1 one', '2 others']],
  ['de', ['0 others', '1 one', '2 others']],
  ['es', ['0 others', '1 one', '2 others']],
  ['fr', ['0 one', '1 one', '2 others']],
])('%s knows when something is one', (language, expected) => {
  const { count } = createFormats(language);

  expect([0, 1, 2].map((n) => count(n, 'one', 'others'))).toEqual(expected);
});

test.each([
  [1, '1 byte'],
  [999, '999 bytes'],
  [1500, '2 kB'],
  [999_999, '1,000 kB'],
  [3_440_000, '3.4 MB'],
])('%i bytes read %s', (bytes, text) => {
  expect(createFormats('en').size(bytes)).toBe(text);
});

test('sentences stand apart where the language writes blanks', () => {
  expect(createFormats('en').sentences('One.', null, '', false, 'Two.')).toBe('One. Two.');
  expect(createFormats('zh-CN').sentences('一。', null, '二。')).toBe('一。二。');
  expect(createFormats('ja').sentences('一。', '二。')).toBe('一。二。');
});
