import { messageTexts, textsIn } from '../assistant-texts.ts';
import { isObject } from '../../json/json-edit.ts';
import type { RequestShape } from './request-shape.ts';

/**
 * What Open WebUI's page sends to its server after a reply (`/api/chat/completed`, up to 0.8) and for an action
 * (`/api/chat/actions/{id}`): `messages[]` with the ids under which the chat stores them. The answer goes into the
 * chat, so this is not a request for a reply; those have messages without ids, and `stream`.
 */
export const openWebuiCompletedRequest: RequestShape = { id: 'open-webui-completed-request', asksReply: false, find };

function find({
  messages,
  session_id: session,
  chat_id: chat,
  stream,
}: Record<string, unknown>): ReturnType<RequestShape['find']> {
  if (!Array.isArray(messages) || typeof session !== 'string' || typeof chat !== 'string' || stream !== undefined)
    return null;
  const stored = messages.some((message) => isObject(message) && typeof message.id === 'string');
  return stored ? textsIn(messages, ['messages'], messageTexts) : null;
}
