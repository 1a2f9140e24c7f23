import { expect, test } from 'vitest';
import { LANGUAGES, speak } from '../support/locales.ts';

const WHEN = new Date(2026, 2, 3, 14, 5).getTime();
const NEXT_YEAR = new Date(2027, 0, 1).getTime();

/**
 * Blanks of any width count as one kind: which one is used differs between releases of a browser.
 */
function plain(text: string): string {
  return text.replace(/\s/g, ' ');
}

async function formatsIn(language: string) {
  await speak(language);
  return (await import('../../src/languages/formats.ts')).formats;
}

test.each([
  ['en', '12,345', '3 March', '3 March 2026', '3 March 2026 at 14:05'],
  ['de', '12.345', '3. März', '3. März 2026', '3. März 2026 um 14:05'],
  ['es', '12.345', '3 de marzo', '3 de marzo de 2026', '3 de marzo de 2026 a las 14:05'],
  ['fr', '12 345', '3 mars', '3 mars 2026', '3 mars 2026 à 14:05'],
  ['zh-CN', '12,345', '3月3日', '2026年3月3日', '2026年3月3日 14:05'],
  ['ja', '12,345', '3月3日', '2026年3月3日', '2026年3月3日 14:05'],
])(
  '%s writes counts, days and moments as its readers do',
  async (language, figure, day, dayOfYear, moment) => {
    const formats = await formatsIn(language);

    expect(plain(formats.figure(12_345))).toBe(figure);
    expect(plain(formats.day(WHEN, WHEN))).toBe(day);
    expect(plain(formats.day(WHEN, NEXT_YEAR))).toBe(dayOfYear);
    expect(plain(formats.moment(WHEN))).toBe(moment);
  },
);

test.each([
  ['en', 'One. Two.', 'one, two, three'],
  ['zh-CN', 'One.Two.', 'one，two，three'],
  ['ja', 'One.Two.', 'one、two、three'],
])('in %s sentences and lists are joined as usual there', async (language, sentences, list) => {
  const formats = await formatsIn(language);

  expect(formats.sentences('One.', null, '', false, 'Two.')).toBe(sentences);
  expect(formats.list(['one', 'two', 'three'])).toBe(list);
  expect([formats.sentences(null), formats.list([])]).toEqual(['', '']);
});

test.each(LANGUAGES)('%s writes small numbers as Intl does', async (language) => {
  const { figure } = await formatsIn(language);
  const plain = new Intl.NumberFormat(language);

  for (let count = 0; count < 1100; count++) expect(figure(count)).toBe(plain.format(count));
});

test.each([
  ['en', '14:05', '14:05:09', '2.5%', '12%'],
  ['de', '14:05', '14:05:09', '2,5 %', '12 %'],
])('%s writes times and shares as its readers do', async (language, time, second, small, large) => {
  const formats = await formatsIn(language);
  const when = new Date(2026, 2, 3, 14, 5, 9).getTime();

  expect([formats.time(when), formats.second(when)]).toEqual([time, second]);
  expect([formats.percent(0.0251), formats.percent(0.123)].map(plain)).toEqual([small, large]);
});
