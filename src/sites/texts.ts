/** What the toolbar icon and its menu say, in the language of the browser. */
import { iconWords as de } from '../languages/de/icon.ts';
import { iconWords as en } from '../languages/en/icon.ts';
import { iconWords as es } from '../languages/es/icon.ts';
import { iconWords as fr } from '../languages/fr/icon.ts';
import { iconWords as ja } from '../languages/ja/icon.ts';
import { pickWords } from '../languages/language.ts';
import { iconWords as zhCn } from '../languages/zh-CN/icon.ts';

export const iconTexts = pickWords(en, { de, es, fr, 'zh-CN': zhCn, ja });
