import { stringOf } from '../../dialects/fields.ts';
import { isObject } from '../../json/json-edit.ts';
import type { ToolCall } from './tool-call.ts';
import type { PlacedRepair } from '../repair.ts';

export const toolCallNameless: PlacedRepair = {
  id: 'tool-call-nameless',
  stage: 'chunk',
  stream: 'broken',
  about: {
    name: 'Name that comes later',
    defect: 'The head of a call has no name yet; the name is in a later piece.',
    breaks: [
      'older versions of the Vercel AI SDK (OpenCode, Cline), LobeHub: a call without a name, which is dropped',
      'code after the guide of OpenAI, NextChat: the call has no name',
      'big-AGI: "unexpected tool_call name change"',
    ],
    whatWeDo: 'The head waits for its name.',
    source: 'https://github.com/jjang-ai/vmlx/issues/219',
  },
};

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

/** Copies to the replacement of a nameless head what only that had. */
export function completeNamed(
  entry: Record<string, unknown>,
  { id }: ToolCall,
  type: unknown,
): void {
  if (id !== '' && stringOf(entry.id) === '') entry.id = id;
  if (stringOf(type) !== '' && stringOf(entry.type) === '') entry.type = type;
}
