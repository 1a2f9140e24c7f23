import { cleanStoredText } from '../clean-text.ts';
import { isObject, type JsonPath, type StringEdit } from '../json-text.ts';
import type { RequestShape } from './request-shape.ts';

/**
 * Chat completions: `messages[]` with `role` and `content`, a string or parts of type `text`. An assistant message that
 * held nothing but markers stays as an empty one: to drop it would put two user messages side by side, which more servers
 * refuse.
 */
export const openaiChatRequest: RequestShape = { id: 'openai-chat-request', clean };

function clean(json: Record<string, unknown>): ReturnType<RequestShape['clean']> {
  if (!Array.isArray(json.messages)) return null;
  const edits: StringEdit[] = [];
  let markers = 0;

  function cleanAt(path: JsonPath, text: string): void {
    const cleaned = cleanStoredText(text);
    if (cleaned.markers.length === 0) return;
    edits.push({ path, value: cleaned.text });
    markers += cleaned.markers.length;
  }

  (json.messages as readonly unknown[]).forEach((message, i) => {
    if (!isObject(message) || message.role !== 'assistant') return;
    const { content } = message;
    if (typeof content === 'string') cleanAt(['messages', i, 'content'], content);
    else if (Array.isArray(content)) {
      (content as readonly unknown[]).forEach((part, k) => {
        if (isObject(part) && part.type === 'text' && typeof part.text === 'string') {
          cleanAt(['messages', i, 'content', k, 'text'], part.text);
        }
      });
    }
  });
  return { edits, markers };
}
