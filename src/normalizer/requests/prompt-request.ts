import type { RequestShape } from './request-shape.ts';

/**
 * Text completions with the whole chat in `prompt` (OpenAI completions, KoboldAI, llama.cpp, Ollama's generate), where the
 * turns are bounded by special tokens. Other templates, such as "### Response:", are words that a user may write too.
 */
export const promptRequest: RequestShape = { id: 'prompt-request', asksReply: true, find };

/** How a template opens any turn, names the assistant and closes the turn: ChatML, Llama 3, Gemma. */
const TEMPLATES: readonly (readonly [open: string, assistant: string, close: string])[] = [
  ['<|im_start|>', 'assistant\n', '<|im_end|>'],
  ['<|start_header_id|>', 'assistant<|end_header_id|>\n\n', '<|eot_id|>'],
  ['<start_of_turn>', 'model\n', '<end_of_turn>'],
];

function find({ prompt }: Record<string, unknown>): ReturnType<RequestShape['find']> {
  if (typeof prompt !== 'string') return null;
  const template = TEMPLATES.find(([open]) => prompt.includes(open));
  if (!template) return null;
  return [{ path: ['prompt'], text: prompt, copy: false, parts: (text) => findTurns(text, ...template) }];
}

/** A turn that is not closed is the reply to come, or one that is to be continued: it stays. */
function findTurns(text: string, open: string, assistant: string, close: string): readonly { readonly from: number; readonly to: number }[] {
  let at = 0;
  return text.split(open).flatMap((turn) => {
    const from = at + assistant.length;
    const end = turn.indexOf(close);
    const to = at + end;
    at += turn.length + open.length;
    return turn.startsWith(assistant) && end !== -1 ? [{ from, to }] : [];
  });
}
