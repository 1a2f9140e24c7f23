/** The texts of the real files, in the language given by `?lang=`. */
import { createI18n, PSEUDO, pseudo, type I18n, type Messages } from '../support/i18n.ts';

const FILES = import.meta.glob<Messages>('../../src/public/_locales/*/messages.json', {
  eager: true,
  import: 'default',
});

/** @param tag such as "zh-CN" */
function messagesOf(tag: string): Messages | undefined {
  return FILES[`../../src/public/_locales/${tag.replace('-', '_')}/messages.json`];
}

/** @param language one without a file is shown in English, as in browsers */
export function fakeI18n(language: string): I18n {
  const english = messagesOf('en');
  if (!english) throw new Error('The English texts are missing.');
  if (language === PSEUDO) return pseudo(createI18n(english, english));
  return createI18n(messagesOf(language) ?? english, english);
}
