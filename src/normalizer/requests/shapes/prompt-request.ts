import { arrayOf } from '../../dialects/fields.ts';
import type { AssistantText } from '../assistant-texts.ts';
import { readStops } from '../prompts/stop-strings.ts';
import { findSaid, mentionsTurns } from '../prompts/transcript.ts';
import type { RequestShape } from './request-shape.ts';

/**
 * Text completions with the whole chat in `prompt` (OpenAI completions, KoboldAI, llama.cpp, Ollama's generate), one or
 * several, or in `inputs` (TGI). Texts that open no turn are requests for pictures and the like.
 */
export const promptRequest: RequestShape = { id: 'prompt-request', asksReply: true, find };

function find(json: Record<string, unknown>): ReturnType<RequestShape['find']> {
  const prompts = [
    { path: ['prompt'], text: json.prompt },
    ...arrayOf(json.prompt).map((text, i) => ({ path: ['prompt', i], text })),
    { path: ['inputs'], text: json.inputs },
  ];
  const stops = readStops(json);
  let known = false;
  const texts: AssistantText[] = [];
  for (const { path, text } of prompts) {
    if (typeof text !== 'string') continue;
    const said = findSaid(text, { stops });
    known ||= said !== null || mentionsTurns(text);
    if (said) texts.push({ path, text, copy: false, parts: () => said });
  }
  return known ? texts : null;
}
