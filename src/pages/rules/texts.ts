import { pickWords } from '../../languages/language.ts';
import { rulesWords as de } from '../../languages/de/rules.ts';
import { rulesWords as en } from '../../languages/en/rules.ts';
import { rulesWords as es } from '../../languages/es/rules.ts';
import { rulesWords as fr } from '../../languages/fr/rules.ts';
import { rulesWords as ja } from '../../languages/ja/rules.ts';
import { rulesWords as zhCn } from '../../languages/zh-CN/rules.ts';

/** The words of the rules. */
export const rulesTexts = pickWords(en, { de, es, fr, 'zh-CN': zhCn, ja });
