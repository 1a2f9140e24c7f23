import { expect, test } from 'vitest';
import { createFormats } from '../../src/languages/formats.ts';
import { speak } from '../support/locales.ts';

const WHEN = new Date(2026, 2, 3, 14, 5).getTime();
const NEXT_YEAR = new Date(2027, 0, 1).getTime();

/** Blanks of any width count as one kind: which one is used differs between releases of a browser. */
function plain(text: string): string {
  return text.replace(/\s/g, ' ');
}

test.each([
  ['en', '12,345', '3 March', '3 March 2026', '3 March 2026 at 14:05', '3.4 MB'],
  ['de', '12.345', '3. März', '3. März 2026', '3. März 2026 um 14:05', '3,4 MB'],
  ['es', '12.345', '3 de marzo', '3 de marzo de 2026', '3 de marzo de 2026 a las 14:05', '3,4 MB'],
  ['fr', '12 345', '3 mars', '3 mars 2026', '3 mars 2026 à 14:05', '3,4 Mo'],
  ['zh-CN', '12,345', '3月3日', '2026年3月3日', '2026年3月3日 14:05', '3.4 MB'],
  ['ja', '12,345', '3月3日', '2026年3月3日', '2026年3月3日 14:05', '3.4 MB'],
])('%s writes counts, days, moments and sizes as its readers do', (language, figure, day, dayOfYear, moment, size) => {
  const formats = createFormats(() => language);

  expect(plain(formats.figure(12_345))).toBe(figure);
  expect(plain(formats.day(WHEN, WHEN))).toBe(day);
  expect(plain(formats.day(WHEN, NEXT_YEAR))).toBe(dayOfYear);
  expect(plain(formats.moment(WHEN))).toBe(moment);
  expect(plain(formats.size(3_440_000))).toBe(size);
});

test.each([
  [1, '1 byte'],
  [999, '999 bytes'],
  [1500, '2 kB'],
  [999_999, '1,000 kB'],
  [3_440_000, '3.4 MB'],
  [1000, '1 kB'],
  [1_000_000, '1.0 MB'],
])('%i bytes are written as %s', (bytes, text) => {
  expect(createFormats(() => 'en').size(bytes)).toBe(text);
});

test.each([
  ['en', 'One. Two.', 'one, two, three'],
  ['zh-CN', 'One.Two.', 'one，two，three'],
  ['ja', 'One.Two.', 'one、two、three'],
])('in %s sentences and lists are joined as usual there', async (language, sentences, list) => {
  await speak(language);
  const { formats } = await import('../../src/languages/formats.ts');

  expect(formats.sentences('One.', null, '', false, 'Two.')).toBe(sentences);
  expect(formats.list(['one', 'two', 'three'])).toBe(list);
  expect([formats.sentences(null), formats.list([])]).toEqual(['', '']);
});
