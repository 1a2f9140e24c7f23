import { expect, test } from 'vitest';
import { LANGUAGES, speak } from '../../support/locales.ts';

async function textsIn(language: string) {
  await speak(language);
  return (await import('../../../src/pages/statistics/texts.ts')).statisticsTexts;
}

test.each([
  ['en', '3 November: 2 calls ran, 1 faked call, in 2,000 replies.'],
  ['de', '3 November: 2 Aufrufe ausgeführt, 1 Aufruf vorgetäuscht in 2.000 Antworten.'],
  ['es', '3 November: 2 llamadas ejecutadas, 1 llamada falsa, en 2000 respuestas.'],
  ['fr', '3 November\u202f: 2 appels exécutés, 1 appel simulé, dans 2\u202f000 réponses.'],
  ['zh-CN', '3 November：2 次已运行的调用，1 次伪造的工具调用，共 2,000 条回复。'],
  ['ja', '3 November：実行された呼び出し 2 件、偽のツール呼び出し 1 件（返信 2,000 件）。'],
])('in %s a day is described in a whole sentence', async (language, sentence) => {
  const words = await textsIn(language);

  expect(words.callsOfDay('3 November', 2, 1, 2000)).toBe(sentence);
});

test.each(LANGUAGES)('in %s a quiet day has no counts, and cleaned chats have all four', async (language) => {
  const words = await textsIn(language);
  expect(words.callsOfDay('x', 0, 0, 0) + words.markersOfDay('x', 0)).not.toMatch(/\d/);
  expect(
    words
      .sinceCleaned(12, 96, 1, 40, 'x')
      .match(/\d+/g)
      ?.map(Number)
      .toSorted((a, b) => a - b),
  ).toEqual([1, 12, 40, 96]);
});

test.each(LANGUAGES)(
  'in %s what would be deleted is described with days, replies and the first day',
  async (language) => {
    const words = await textsIn(language);
    expect(words.wouldDelete(3, 14, 'DAY')).toMatch(/3[^]*14[^]*DAY|DAY[^]*3[^]*14/);
  },
);
