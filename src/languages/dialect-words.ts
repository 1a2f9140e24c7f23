import { dialectsWords as de } from './de/dialects.ts';
import { dialectsWords as en } from './en/dialects.ts';
import { dialectsWords as es } from './es/dialects.ts';
import { dialectsWords as fr } from './fr/dialects.ts';
import { dialectsWords as ja } from './ja/dialects.ts';
import { pickWords } from './language.ts';
import { dialectsWords as zhCn } from './zh-CN/dialects.ts';

/** Names of the formats of streams, by the id of the dialect. */
export const dialectWords: Readonly<Record<string, string>> = pickWords(en, { de, es, fr, 'zh-CN': zhCn, ja });

/** @param server as a page names it, which may name anything. @returns null for one that is unknown */
export function serverName(server: string): string | null {
  // It speaks several dialects.
  if (server === 'hermes') return 'Hermes';
  return Object.hasOwn(dialectWords, server) ? (dialectWords[server] ?? null) : null;
}
