import { stringOf } from './tool-call.ts';

export const TOOL_CALL_PLACEHOLDER = 'tool-call-placeholder';

/**
 * The head of a call has `{}` as arguments and the real ones follow (vLLM: vllm-project/vllm#9693): joined, they are
 * not JSON. The `{}` waits for the next frame, which may replace it.
 * @param said the function of an entry without a name
 */
export function isPlaceholder(said: Record<string, unknown>): boolean {
  return said.arguments === '{}';
}

/** @returns whether an entry brings the real arguments of a call that had a placeholder */
export function fillsPlaceholder(said: Record<string, unknown>): boolean {
  return stringOf(said.name) === '' && stringOf(said.arguments).startsWith('{');
}
