/** What the welcome page and the help say, in the language of the browser. */
import { welcomeWords as de } from '../../languages/de/welcome.ts';
import { welcomeWords as en } from '../../languages/en/welcome.ts';
import { welcomeWords as es } from '../../languages/es/welcome.ts';
import { welcomeWords as fr } from '../../languages/fr/welcome.ts';
import { welcomeWords as ja } from '../../languages/ja/welcome.ts';
import { pickWords } from '../../languages/language.ts';
import { welcomeWords as zhCn } from '../../languages/zh-CN/welcome.ts';

export const welcomeTexts = pickWords(en, { de, es, fr, 'zh-CN': zhCn, ja });
