import { settingsWords as de } from '../languages/de/settings.ts';
import { settingsWords as en } from '../languages/en/settings.ts';
import { settingsWords as es } from '../languages/es/settings.ts';
import { settingsWords as fr } from '../languages/fr/settings.ts';
import { settingsWords as ja } from '../languages/ja/settings.ts';
import { pickWords } from '../languages/language.ts';
import { settingsWords as zhCn } from '../languages/zh-CN/settings.ts';

export const settingsTexts = pickWords(en, { de, es, fr, 'zh-CN': zhCn, ja });
