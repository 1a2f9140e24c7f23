import { askingTexts, textsIn } from '../assistant-texts.ts';
import type { RequestShape } from './request-shape.ts';

/**
 * Hermes' `/v1/runs` and `/v1/responses` with the page's own history (hermes-agent#5805): `conversation_history[]` of
 * `{role, content}` beside `input`, which may contain messages itself.
 */
export const hermesRunRequest: RequestShape = { id: 'hermes-run-request', asksReply: true, find };

function find({ conversation_history: history, input }: Record<string, unknown>): ReturnType<RequestShape['find']> {
  if (!Array.isArray(history)) return null;
  return [...textsIn(history, ['conversation_history'], askingTexts), ...textsIn(input, ['input'], askingTexts)];
}
