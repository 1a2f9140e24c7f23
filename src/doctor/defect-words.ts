import { repairsWords } from '../languages/en/repairs.ts';

/** What is wrong with a stream, in plain English words, by the id of the repair that mends it; as the popup says it. */
export const DEFECT_WORDS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(repairsWords).map(([id, { words }]) => [id, words]),
);
