/** The texts of the real files, in the language given by `?lang=`. */
import { createI18n, PSEUDO, pseudo, type I18n, type Messages } from '../support/i18n.ts';

/** One is loaded at a time: all six take a page longer than all the rest. */
const FILES = import.meta.glob<Messages>('../../src/public/_locales/*/messages.json', {
  import: 'default',
});

/** @param tag such as "zh-CN" */
async function messagesOf(tag: string): Promise<Messages | undefined> {
  return FILES[`../../src/public/_locales/${tag.replace('-', '_')}/messages.json`]?.();
}

/** @param language one without a file is shown in English, as in browsers */
export async function fakeI18n(language: string): Promise<I18n> {
  const english = await messagesOf('en');
  if (!english) throw new Error('The English texts are missing.');
  if (language === PSEUDO) return pseudo(createI18n(english, english));
  return createI18n((await messagesOf(language)) ?? english, english);
}
