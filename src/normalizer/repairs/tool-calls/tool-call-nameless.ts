import { isObject } from '../../json/json-edit.ts';
import { stringOf, type ToolCall } from './tool-call.ts';

export const TOOL_CALL_NAMELESS = 'tool-call-nameless';

/**
 * Returns whether the head of a call lacks its name, which comes with a later delta (jjang-ai/vmlx#219 and its PR #244;
 * vLLM with Cohere's models: vercel/ai#16507): clients that take the name from the head call a tool without a name.
 * Such a head waits, letting empty deltas pass, as these servers send meanwhile; the entry with the name replaces it.
 * If something else comes first, it leaves unchanged.
 * @param said the function of the head, which may be missing
 */
export function isNameless(said: unknown): boolean {
  const { name, arguments: args } = isObject(said) ? said : {};
  return (name ?? '') === '' && (args ?? '') === '' && (said === undefined || isObject(said));
}

/** Copies to the replacement of a nameless head what only that had. @returns whether it lacked any of it */
export function completeNamed(entry: Record<string, unknown>, { id }: ToolCall, type: unknown): boolean {
  let changed = false;
  if (id !== '' && stringOf(entry.id) === '') {
    entry.id = id;
    changed = true;
  }
  if (typeof type === 'string' && type !== '' && stringOf(entry.type) === '') {
    entry.type = type;
    changed = true;
  }
  return changed;
}
