import { stringOf } from '../../dialects/fields.ts';
import type { PlacedRepair } from '../repair.ts';

export const toolCallPlaceholder: PlacedRepair = {
  id: 'tool-call-placeholder',
  stage: 'chunk',
  stream: 'broken',
  about: {
    name: 'Braces before the arguments',
    defect: 'The arguments of a call begin with "{}", and the real ones follow.',
    breaks: ['every client that joins the pieces: "{}{…" is no JSON'],
    whatWeDo: 'The "{}" is removed once the real arguments arrive.',
    source: 'https://github.com/vllm-project/vllm/issues/9693',
  },
};

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
