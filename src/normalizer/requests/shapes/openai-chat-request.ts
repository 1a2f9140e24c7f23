import { askingTexts, textsIn, type AssistantText } from '../assistant-texts.ts';
import { isObject } from '../../json/json-edit.ts';
import { readStops } from '../prompts/stop-strings.ts';
import { findSaid } from '../prompts/transcript.ts';
import type { RequestShape } from './request-shape.ts';

/**
 * `messages[]` with `role`: chat completions, Ollama, Anthropic, Bedrock, AG-UI, the AI SDK, and what Open WebUI sends to
 * `/api/chat/completions` and its tasks.
 */
export const openaiChatRequest: RequestShape = { id: 'openai-chat-request', asksReply: true, find };

function find(json: Record<string, unknown>): ReturnType<RequestShape['find']> {
  const { messages } = json;
  if (!Array.isArray(messages)) return null;
  return transcriptIn(messages, json) ?? textsIn(messages, ['messages'], askingTexts);
}

/**
 * Finds a chat written as one message. KoboldAI Lite puts the whole chat into the last message, whose role is the
 * person's choice: usually "user", or "assistant" with `partial` or `prefix`. The person's part of it is not the
 * assistant's then.
 * @returns null for ordinary messages
 */
function transcriptIn(messages: readonly unknown[], json: Record<string, unknown>): readonly AssistantText[] | null {
  const last = messages.length - 1;
  const message = messages[last];
  if (!isObject(message) || typeof message.content !== 'string') return null;
  const sender = message.role === 'assistant' ? 'model' : 'person';
  const said = findSaid(message.content, { stops: readStops(json), sender });
  if (!said) return null;
  const others = textsIn(messages.slice(0, last), ['messages'], askingTexts);
  // A page that sends the roles of a chat needs no template.
  if (sender === 'person' && others.length > 0) return null;
  return [...others, { path: ['messages', last, 'content'], text: message.content, copy: false, parts: () => said }];
}
