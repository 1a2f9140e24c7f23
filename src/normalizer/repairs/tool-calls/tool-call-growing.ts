import { isObject } from '../../json/json-edit.ts';
import { stringOf, type ToolCall } from './tool-call.ts';

export const TOOL_CALL_GROWING = 'tool-call-growing';

/**
 * llama.cpp since March 2026 sends the head of a call again while its name grows, from "get" to "get_weather"
 * (ggml-org/llama.cpp PR #18675): a head that may grow waits for the next frame, and the longer one takes its place. Such
 * a head came bare (tool-call-bare-head.ts) and is alone in its delta, but for a role. The one that takes its place gets empty
 * arguments: readers append to them, and nothing of a frame that is rewritten need stay bare.
 */
export function mayGrow(said: Record<string, unknown>): boolean {
  return stringOf(said.name) !== '' && stringOf(said.arguments) === '';
}

/** @returns whether a delta has nothing but its entries, and what first deltas have beside them */
export function standsAlone(delta: Record<string, unknown>): boolean {
  return Object.keys(delta).every(
    (key) => key === 'tool_calls' || key === 'role' || (key === 'content' && (delta.content ?? '') === ''),
  );
}

/** Gives the head that has grown its arguments. @returns whether it had none */
export function completeGrown({ function: said }: Record<string, unknown>): boolean {
  if (!isObject(said) || 'arguments' in said) return false;
  said.arguments = '';
  return true;
}

/** @returns whether an entry repeats the head of a call with a longer name */
export function hasGrown(entry: Record<string, unknown>, { name }: ToolCall): boolean {
  const longer = isObject(entry.function) ? stringOf(entry.function.name) : '';
  return longer.length > name.length && longer.startsWith(name);
}
