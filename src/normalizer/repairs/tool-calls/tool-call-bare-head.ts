import { stringOf } from '../../dialects/fields.ts';
import { isObject } from '../../json/json-edit.ts';
import type { EntryRepair } from './tool-call.ts';

/**
 * The head of a call has a name and no arguments, not even empty ones (llama.cpp since PR #18675): code written after
 * OpenAI's guide to function calling appends to the head's arguments and gets `undefined{…`. Such a head is legal, and
 * PR #22725 of llama.cpp would send it too, so this is off unless requested.
 */
export const toolCallBareHead: EntryRepair = {
  id: 'tool-call-bare-head',
  stage: 'entry',
  stream: 'legal',
  about: {
    name: 'Call without arguments',
    defect: 'The head of a call has a name and no arguments, not even empty ones.',
    breaks: [
      'deep-chat and code written after OpenAI\'s guide: append to what is not there, "undefined{…"',
    ],
    whatWeDo: 'The head gets empty arguments.',
    allowed: "OpenAI's schema",
    source: 'https://github.com/ggml-org/llama.cpp/pull/18675',
  },
  repair(entry, _call, isNew) {
    if (
      !isNew ||
      !isObject(entry.function) ||
      !isBare(entry) ||
      stringOf(entry.function.name) === ''
    )
      return false;
    entry.function.arguments = '';
    return true;
  },
};

/** @returns whether the function of an entry has no arguments, not even empty ones */
export function isBare(entry: Record<string, unknown>): boolean {
  return isObject(entry.function) && !('arguments' in entry.function);
}
