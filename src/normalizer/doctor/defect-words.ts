import { repairsWords } from '../../languages/en/repairs.ts';

/** Markers in the text, which the marker filter takes out. */
export const MARKERS = 'markers';
/** Events of tool progress that are taken out whole. */
export const TOOL_EVENTS = 'tool-events';

/** What is wrong with a stream, in plain English words, by the id of the repair that mends it; as the popup says it. */
export const DEFECT_WORDS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(repairsWords).map(([id, { words }]) => [id, words]),
);
