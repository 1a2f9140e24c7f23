import { healingWords as de } from '../languages/de/healing.ts';
import { healingWords as en } from '../languages/en/healing.ts';
import { healingWords as es } from '../languages/es/healing.ts';
import { healingWords as fr } from '../languages/fr/healing.ts';
import { healingWords as ja } from '../languages/ja/healing.ts';
import { pickWords } from '../languages/language.ts';
import { healingWords as zhCn } from '../languages/zh-CN/healing.ts';

/** All words of the healing page, and of what becomes of stored chats. */
export const healingTexts = pickWords(en, { de, es, fr, 'zh-CN': zhCn, ja });
