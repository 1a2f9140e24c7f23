/** What a reply has used, by its last chunk. */
import { isObject } from '../json/json-edit.ts';
import type { Note } from './progress-types.ts';

/**
 * Reads the figures of use. Those of Hermes are of all calls of its model, without those of its sub-agents.
 * @param json a chunk, or an event of Open WebUI
 * @returns a note with the number of tokens, in and out; null if there is none
 */
export function tokensIn({ usage }: Readonly<Record<string, unknown>>): Note | null {
  const total = isObject(usage) ? usage.total_tokens : null;
  return Number.isSafeInteger(total) && Number(total) > 0
    ? { kind: 'tokens', text: String(total) }
    : null;
}
