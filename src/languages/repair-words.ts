import { ALL_REPAIRS } from '../normalizer/repairs/all-repairs.ts';
import { MARKERS, TOOL_EVENTS } from '../normalizer/reply/frame-trace.ts';
import { words, type MessageKey } from './messages.ts';

/** One defect of streams. */
export interface RepairWords {
  /** A few words, for a switch. */
  readonly name: string;
  /** What is wrong, as a sentence. */
  readonly words: string;
  /** Sentences for single variants of it, if it has several. */
  readonly cases?: Readonly<Record<string, string>>;
}

/** Texts for single variants, by the id of the repair. */
const CASES = {
  'tool-call-split': {
    arguments: 'repairs_tool_call_split_cases_arguments',
    calls: 'repairs_tool_call_split_cases_calls',
    text: 'repairs_tool_call_split_cases_text',
  },
} as const;

/** What can be wrong with a stream, by the id of its repair, `markers` or `tool-events`. */
export const repairWords: Readonly<Record<string, RepairWords>> = words(
  Object.fromEntries([MARKERS, TOOL_EVENTS, ...ALL_REPAIRS].map((id) => [id, keysOf(id)])),
);

/** The keys follow from the id: `repairs_null_choices_name`. */
function keysOf(id: string): { name: MessageKey; words: MessageKey; cases?: Readonly<Record<string, MessageKey>> } {
  const stem = `repairs_${id.replaceAll('-', '_')}`;
  const keys = { name: `${stem}_name` as MessageKey, words: `${stem}_words` as MessageKey };
  return Object.hasOwn(CASES, id) ? { ...keys, cases: CASES[id as keyof typeof CASES] } : keys;
}

/** @param id may be anything. @returns null for any other id */
export function repairText(id: string): RepairWords | null {
  return Object.hasOwn(repairWords, id) ? (repairWords[id] ?? null) : null;
}
