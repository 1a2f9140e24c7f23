import { expect, test, vi } from 'vitest';
import { speak } from '../support/locales.ts';

test('a page names itself and its language', async () => {
  const page = { title: '', documentElement: { lang: '' } };
  vi.stubGlobal('document', page);
  await speak('zh-CN');
  const { nameDocument } = await import('../../src/languages/name-document.ts');

  nameDocument('清理');

  expect(page).toEqual({ title: '清理 · Stream Fixer', documentElement: { lang: 'zh-CN' } });
  vi.unstubAllGlobals();
});
