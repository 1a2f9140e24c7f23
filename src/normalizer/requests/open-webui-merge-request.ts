import { cleanStoredText } from '../clean-text.ts';
import type { StringEdit } from '../json-text.ts';
import type { RequestShape } from './request-shape.ts';

/**
 * Open WebUI's "merge responses" (`POST /api/v1/tasks/moa/completions`, all versions): `{model, prompt, responses}`, where
 * `responses` are the texts of several models as the chat holds them.
 */
export const openWebuiMergeRequest: RequestShape = { id: 'open-webui-merge-request', clean };

function clean({ model, prompt, responses }: Record<string, unknown>): ReturnType<RequestShape['clean']> {
  if (typeof model !== 'string' || typeof prompt !== 'string' || !Array.isArray(responses)) return null;
  const edits: StringEdit[] = [];
  let markers = 0;
  (responses as readonly unknown[]).forEach((response, i) => {
    if (typeof response !== 'string') return;
    const cleaned = cleanStoredText(response);
    if (cleaned.markers.length === 0) return;
    edits.push({ path: ['responses', i], value: cleaned.text });
    markers += cleaned.markers.length;
  });
  return { edits, markers };
}
