import { isObject } from '../../json/json-edit.ts';
import type { PlacedRepair } from '../repair.ts';
import { deltasIn } from '../defect-forms.ts';

export const toolCallContainer: PlacedRepair = {
  id: 'tool-call-container',
  stage: 'chunk',
  stream: 'broken',
  about: {
    name: 'Calls that are not a list',
    defect: '"tool_calls" is not a list of calls, but one object, null or an empty list.',
    breaks: [
      'OpenAI library, Vercel AI SDK, big-AGI, KoboldAI Lite, for an object: throw',
      'LangChain, NextChat, LobeHub, for an object: the call is lost',
      'Vercel AI SDK, for an empty list: the reasoning is split',
      'strict schemas, for null',
    ],
    whatWeDo: 'An object is put into a list; null and an empty list are removed.',
    source: 'https://github.com/huggingface/text-generation-inference/issues/2794',
    form(frame) {
      const calls = deltasIn(frame)[0]?.tool_calls;
      if (calls === null)
        return {
          defect: '"tool_calls" is null.',
          breaks: ['strict schemas: the chunk is refused'],
        };
      if (Array.isArray(calls))
        return {
          defect: '"tool_calls" is an empty list.',
          breaks: ['Vercel AI SDK: the reasoning is split into many pieces'],
        };
      return isObject(calls)
        ? {
            defect: '"tool_calls" is one object, not a list.',
            breaks: [
              'OpenAI library, Vercel AI SDK, big-AGI, KoboldAI Lite: throw',
              'LangChain, NextChat, LobeHub: the call is lost',
            ],
          }
        : null;
    },
  },
};

/**
 * `tool_calls` is an object (TGI: huggingface/text-generation-inference#2794): wrapped in an array. It is null (SGLang:
 * sgl-project/sglang#3912) or an empty array (vercel/ai#20203, where it splits the reasoning): removed.
 * @returns the repair that is needed
 */
export function repairOfContainer({
  tool_calls: calls,
}: Record<string, unknown>): 'wrap' | 'remove' | null {
  if (isObject(calls)) return 'wrap';
  return calls === null || (Array.isArray(calls) && calls.length === 0) ? 'remove' : null;
}
