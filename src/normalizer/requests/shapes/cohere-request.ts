import { textsIn, wholeText } from '../assistant-texts.ts';
import { isObject } from '../../json/json-edit.ts';
import type { RequestShape } from './request-shape.ts';

/**
 * Cohere's first chat API (`/v1/chat`): `chat_history[]` with role `CHATBOT` and `message`. The second version has
 * `messages[]`.
 */
export const cohereRequest: RequestShape = { id: 'cohere-request', asksReply: true, find };

function find({ message, chat_history: history }: Record<string, unknown>): ReturnType<RequestShape['find']> {
  if (typeof message !== 'string' || !Array.isArray(history)) return null;
  return textsIn(history, ['chat_history'], (turn, path) =>
    isObject(turn) && turn.role === 'CHATBOT' ? wholeText(turn.message, [...path, 'message']) : [],
  );
}
