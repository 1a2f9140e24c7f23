/** The texts of the real files, in the language given by `?lang=`. */
import de from '../../src/public/_locales/de/messages.json';
import en from '../../src/public/_locales/en/messages.json';
import es from '../../src/public/_locales/es/messages.json';
import fr from '../../src/public/_locales/fr/messages.json';
import ja from '../../src/public/_locales/ja/messages.json';
import zhCn from '../../src/public/_locales/zh_CN/messages.json';
import { createI18n, PSEUDO, pseudo, type I18n } from '../support/i18n.ts';

const ALL = { de, en, es, fr, ja, 'zh-CN': zhCn };

/** @param language one without a file is shown in English, as in browsers */
export function fakeI18n(language: string): I18n {
  if (language === PSEUDO) return pseudo(createI18n(en, en));
  return createI18n(Object.entries(ALL).find(([tag]) => tag === language)?.[1] ?? en, en);
}
