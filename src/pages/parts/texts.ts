import { pageWords as de } from '../../languages/de/page.ts';
import { pageWords as en } from '../../languages/en/page.ts';
import { pageWords as es } from '../../languages/es/page.ts';
import { pageWords as fr } from '../../languages/fr/page.ts';
import { pageWords as ja } from '../../languages/ja/page.ts';
import { pickWords } from '../../languages/language.ts';
import { pageWords as zhCn } from '../../languages/zh-CN/page.ts';

/** The words around the sections of the full page. */
export const pageTexts = pickWords(en, { de, es, fr, 'zh-CN': zhCn, ja });
