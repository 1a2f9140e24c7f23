import { textsIn, wholeText } from '../assistant-texts.ts';
import type { RequestShape } from './request-shape.ts';

/**
 * Open WebUI's "merge responses" (`POST /api/v1/tasks/moa/completions`, all versions): `{model, prompt, responses}`,
 * where `responses` are the texts of several models as stored in the chat.
 */
export const openWebuiMergeRequest: RequestShape = { id: 'open-webui-merge-request', asksReply: true, find };

function find({ model, prompt, responses }: Record<string, unknown>): ReturnType<RequestShape['find']> {
  if (typeof model !== 'string' || typeof prompt !== 'string' || !Array.isArray(responses)) return null;
  return textsIn(responses, ['responses'], wholeText);
}
