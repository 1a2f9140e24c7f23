import { isObject } from '../json-text.ts';

export const TOOL_CALL_CONTAINER = 'tool-call-container';

/**
 * `tool_calls` is an object (TGI: huggingface/text-generation-inference#2794): wrapped in an array. It is null (SGLang:
 * sgl-project/sglang#3912) or an empty array (vercel/ai#20203, where it splits the reasoning): taken out.
 * @param delta changed in place
 * @returns whether anything was changed
 */
export function repairContainer(delta: Record<string, unknown>): boolean {
  const { tool_calls: calls } = delta;
  if (isObject(calls)) delta.tool_calls = [calls];
  else if (calls === null || (Array.isArray(calls) && calls.length === 0)) delete delta.tool_calls;
  else return false;
  return true;
}
