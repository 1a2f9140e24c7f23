import { isObject } from '../../json/json-edit.ts';

export const TOOL_CALL_CONTAINER = 'tool-call-container';

/**
 * `tool_calls` is an object (TGI: huggingface/text-generation-inference#2794): wrapped in an array. It is null (SGLang:
 * sgl-project/sglang#3912) or an empty array (vercel/ai#20203, where it splits the reasoning): removed.
 * @returns what to do
 */
export function repairOfContainer({ tool_calls: calls }: Record<string, unknown>): 'wrap' | 'remove' | null {
  if (isObject(calls)) return 'wrap';
  return calls === null || (Array.isArray(calls) && calls.length === 0) ? 'remove' : null;
}
