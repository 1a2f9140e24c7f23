import { isObject } from '../json/json-edit.ts';
import { arrayOf, textAt, textOf } from './fields.ts';
import type { Dialect, Message, Reading } from './dialect.ts';

/**
 * Ollama's `/api/chat` (`message.content`) and `/api/generate` (`response`), streamed in lines or
 * as one response.
 */
export const ollama: Dialect = { id: 'ollama', read };

const CHANNEL = 'reply';

function read({ json }: Message): Reading | null {
  const { message, done } = json;
  if (typeof done !== 'boolean' || typeof json.model !== 'string') return null;
  // A model that only thinks may say nothing, but there is a message all the same.
  if (!isObject(message))
    return typeof json.response === 'string'
      ? { texts: textOf(json, 'response', CHANNEL, 'delta'), ends: done }
      : null;
  return {
    texts: textAt(['message', 'content'], message.content, CHANNEL, 'delta'),
    callsElsewhere: arrayOf(message.tool_calls).length > 0,
    ends: done,
  };
}
