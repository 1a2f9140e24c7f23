/** What the statistics say, in the language of the browser. */
import { statisticsWords as de } from '../../languages/de/statistics.ts';
import { statisticsWords as en } from '../../languages/en/statistics.ts';
import { statisticsWords as es } from '../../languages/es/statistics.ts';
import { statisticsWords as fr } from '../../languages/fr/statistics.ts';
import { statisticsWords as ja } from '../../languages/ja/statistics.ts';
import { pickWords } from '../../languages/language.ts';
import { statisticsWords as zhCn } from '../../languages/zh-CN/statistics.ts';

export const statisticsTexts = pickWords(en, { de, es, fr, 'zh-CN': zhCn, ja });
