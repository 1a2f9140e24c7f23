import { messageTexts, textsIn } from '../history-text.ts';
import type { RequestShape } from './request-shape.ts';

/**
 * `messages[]` with `role`: chat completions, Ollama, Anthropic, AG-UI, the AI SDK, and what Open WebUI sends to
 * `/api/chat/completions`, `/api/chat/completed`, `/api/chat/actions` and its tasks.
 */
export const openaiChatRequest: RequestShape = { id: 'openai-chat-request', asksReply: true, find };

function find({ messages }: Record<string, unknown>): ReturnType<RequestShape['find']> {
  return Array.isArray(messages) ? textsIn(messages, ['messages'], messageTexts) : null;
}
