import { expect, test, vi } from 'vitest';
import { speak } from '../support/locales.ts';
import { tinyDocument } from '../support/tiny-dom.ts';

test('a page names itself and its language', async () => {
  vi.stubGlobal('document', tinyDocument);
  await speak('zh-CN');
  const { nameDocument } = await import('../../src/languages/name-document.ts');

  nameDocument('清理');

  expect(tinyDocument.title).toBe('清理 · Stream Fixer');
  expect(tinyDocument.documentElement.lang).toBe('zh-CN');
  vi.unstubAllGlobals();
});
