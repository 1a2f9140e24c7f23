import { repairsWords as de } from './de/repairs.ts';
import { repairsWords as en } from './en/repairs.ts';
import { repairsWords as es } from './es/repairs.ts';
import { repairsWords as fr } from './fr/repairs.ts';
import { repairsWords as ja } from './ja/repairs.ts';
import { pickWords } from './language.ts';
import { repairsWords as zhCn } from './zh-CN/repairs.ts';

/** One defect of streams. */
export interface RepairWords {
  /** A few words, for a switch. */
  readonly name: string;
  /** What is wrong, as a sentence. */
  readonly words: string;
  /** Sentences for just one of its cases, where it has several. */
  readonly cases?: Readonly<Record<string, string>>;
}

/** What can be wrong with a stream, by the id of the repair that mends it, of `markers` and of `tool-events`. */
export const repairWords: Readonly<Record<string, RepairWords>> = pickWords(en, { de, es, fr, 'zh-CN': zhCn, ja });

/** @param id may be anything. @returns null for what is none of these */
export function repairText(id: string): RepairWords | null {
  return Object.hasOwn(repairWords, id) ? (repairWords[id] ?? null) : null;
}
