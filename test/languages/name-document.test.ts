import { expect, test, vi } from 'vitest';
import { speak } from '../support/locales.ts';
import { tinyDocument } from '../support/tiny-dom.ts';

test('a page says what it is, and which language it speaks', async () => {
  vi.stubGlobal('document', tinyDocument);
  await speak('zh-CN');
  const { nameDocument } = await import('../../src/languages/name-document.ts');

  nameDocument('清理');

  expect(tinyDocument.title).toBe('清理 · Stream Fixer');
  expect(tinyDocument.documentElement.lang).toBe('zh-CN');
  vi.unstubAllGlobals();
});
