/** What is said of the companion, in the language of the browser. */
import { companionWords as de } from '../languages/de/companion.ts';
import { companionWords as en } from '../languages/en/companion.ts';
import { companionWords as es } from '../languages/es/companion.ts';
import { companionWords as fr } from '../languages/fr/companion.ts';
import { companionWords as ja } from '../languages/ja/companion.ts';
import { pickWords } from '../languages/language.ts';
import { companionWords as zhCn } from '../languages/zh-CN/companion.ts';

export const companionTexts = pickWords(en, { de, es, fr, 'zh-CN': zhCn, ja });
