import { inspectorWords as de } from '../languages/de/inspector.ts';
import { inspectorWords as en } from '../languages/en/inspector.ts';
import { inspectorWords as es } from '../languages/es/inspector.ts';
import { inspectorWords as fr } from '../languages/fr/inspector.ts';
import { inspectorWords as ja } from '../languages/ja/inspector.ts';
import { localeOf } from '../languages/formats.ts';
import { LANGUAGE, pickWords } from '../languages/language.ts';
import { inspectorWords as zhCn } from '../languages/zh-CN/inspector.ts';

/** The words of the inspector. */
export const inspectorTexts = pickWords(en, { de, es, fr, 'zh-CN': zhCn, ja });

const time = new Intl.DateTimeFormat(localeOf(LANGUAGE), { timeStyle: 'medium' });

/** A time of day, to the second. @param when milliseconds since 1970 */
export function timeText(when: number): string {
  return time.format(when);
}
