import { isObject } from '../../json/json-edit.ts';
import { stringOf, type EntryRepair } from './tool-call.ts';

/**
 * The head of a call has a name and no arguments, not even empty ones (llama.cpp since PR #18675): code written after
 * OpenAI's guide to function calling appends to what the head has, and reads `undefined{…`. Such a head is legal, and what
 * llama.cpp would send with PR #22725 too, so this is a rule: off where nobody asks for it.
 */
export const toolCallBareHead: EntryRepair = {
  id: 'tool-call-bare-head',
  repair(entry, _call, isNew) {
    if (!isNew || !isObject(entry.function) || !isBare(entry) || stringOf(entry.function.name) === '') return false;
    entry.function.arguments = '';
    return true;
  },
};

/** @returns whether the function of an entry has no arguments, not even empty ones */
export function isBare(entry: Record<string, unknown>): boolean {
  return isObject(entry.function) && !('arguments' in entry.function);
}
