import { stringOf } from '../../dialects/fields.ts';
import { isObject } from '../../json/json-edit.ts';
import type { ToolCall } from './tool-call.ts';
import type { PlacedRepair } from '../repair.ts';

export const toolCallGrowing: PlacedRepair = {
  id: 'tool-call-growing',
  stage: 'chunk',
  stream: 'broken',
  about: {
    name: 'Name that grows',
    defect: 'The name of a call is sent again and again while it grows.',
    breaks: [
      'Vercel AI SDK, NextChat, LobeHub, KoboldAI Lite: a wrong name, "getget_weather" where names are joined',
      'big-AGI: "unexpected tool_call name change"',
    ],
    whatWeDo:
      'The name waits for the next frame, and only the longest is sent, with empty arguments.',
    source: 'https://github.com/ggml-org/llama.cpp/pull/18675',
  },
};

/**
 * Returns whether the head of a call may grow: llama.cpp since March 2026 resends the head while its name grows, from
 * "get" to "get_weather" (ggml-org/llama.cpp PR #18675). Such a head waits for the next frame, and a longer one
 * replaces it. It arrived bare (tool-call-bare-head.ts) and is alone in its delta, except for a role. Its replacement
 * gets empty arguments, because readers append to them, and a frame that is rewritten anyway need not stay bare.
 */
export function mayGrow(said: Record<string, unknown>): boolean {
  return stringOf(said.name) !== '' && stringOf(said.arguments) === '';
}

/** @returns whether a delta has nothing but its entries and what first deltas have beside them */
export function standsAlone(delta: Record<string, unknown>): boolean {
  return Object.keys(delta).every(
    (key) =>
      key === 'tool_calls' || key === 'role' || (key === 'content' && (delta.content ?? '') === ''),
  );
}

/** Adds empty arguments to the head that has grown, if it has none. */
export function completeGrown({ function: said }: Record<string, unknown>): void {
  if (isObject(said) && !('arguments' in said)) said.arguments = '';
}

/** @returns whether an entry repeats the head of a call with a longer name */
export function hasGrown(entry: Record<string, unknown>, { name }: ToolCall): boolean {
  const longer = isObject(entry.function) ? stringOf(entry.function.name) : '';
  return longer.length > name.length && longer.startsWith(name);
}
