import { afterEach, expect, test, vi } from 'vitest';
import { languageOf, pickWords, pseudo } from '../../src/languages/language.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

test.each([
  ['en', 'en'],
  ['en-US', 'en'],
  ['EN-gb', 'en'],
  ['de', 'de'],
  ['de-AT', 'de'],
  ['es-419', 'es'],
  ['fr-CA', 'fr'],
  ['ja-JP', 'ja'],
  ['zh', 'zh-CN'],
  ['zh-CN', 'zh-CN'],
  ['zh-SG', 'zh-CN'],
  ['zh-Hans-HK', 'en'],
  ['zh-TW', 'en'],
  ['zh-HK', 'en'],
  ['zh-Hant', 'en'],
  ['pt-BR', 'en'],
  ['deu', 'en'],
  ['', 'en'],
])('who reads %j is shown %s', (tag, language) => {
  expect(languageOf(tag)).toBe(language);
});

test('accents, brackets and a third more length make the pseudo-language, at any depth', () => {
  const words = { one: 'Undo', list: ['Stop'], none: '', deep: { count: (n: number) => `${n} chats` } };
  const changed = pseudo(words) as typeof words;

  expect(changed.one).toBe('⟦Úndó··⟧');
  expect(changed.list).toEqual(['⟦Stóp··⟧']);
  expect(changed.none).toBe('');
  expect(changed.deep.count(2)).toBe('⟦2 cháts···⟧');
});

test('Node reads English here, so the words of the tests are the English ones', () => {
  expect(pickWords('word', { de: 'Wort', es: 'palabra', fr: 'mot', 'zh-CN': '词', ja: '言葉' })).toBe('word');
});

test.each([
  ['de-CH', 'Gespeicherte Chats bereinigen'],
  ['es-MX', 'Limpiar chats guardados'],
  ['fr', 'Nettoyer les chats enregistrés'],
  ['zh-CN', '清理已保存的聊天'],
  ['ja', '保存されたチャットを整理'],
  ['pt', 'Clean stored chats'],
  ['en-XA', '⟦Cléán stóréd cháts······⟧'],
])('a browser that speaks %s shows %s', async (language, title) => {
  vi.stubGlobal('navigator', { language });
  vi.resetModules();

  const { healingTexts } = await import('../../src/healing/texts.ts');

  expect(healingTexts.title).toBe(title);
});
