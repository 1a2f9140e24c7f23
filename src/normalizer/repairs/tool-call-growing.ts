import { isObject } from '../json-text.ts';
import { stringOf, type ToolCall } from './tool-call.ts';

export const TOOL_CALL_GROWING = 'tool-call-growing';

/**
 * llama.cpp since March 2026 sends the head of a call again while its name grows, from "get" to "get_weather"
 * (ggml-org/llama.cpp PR #18675): a head that may grow waits for the next frame, and the longer one takes its place. Such
 * a head came bare (tool-call-bare-head.ts) and stands alone in its delta.
 */
export function mayGrow(delta: Record<string, unknown>, said: Record<string, unknown>): boolean {
  return stringOf(said.name) !== '' && stringOf(said.arguments) === '' && Object.keys(delta).length === 1;
}

/** @returns whether an entry repeats the head of a call with a longer name */
export function hasGrown(entry: Record<string, unknown>, { name }: ToolCall): boolean {
  const longer = isObject(entry.function) ? stringOf(entry.function.name) : '';
  return longer.length > name.length && longer.startsWith(name);
}
