import { arrayOf } from '../dialects/fields.ts';
import { isObject } from '../json/json-edit.ts';

/** Where the requests of chats keep their messages: chat completions, the Responses API, Gemini. */
const LISTS = ['messages', 'input', 'contents'];

/**
 * @param json the body of a request for a reply
 * @returns what the person said last, as plain text; '' where the request does not say it
 */
export function readQuestion(json: Record<string, unknown>): string {
  for (const key of LISTS) {
    const last = arrayOf(json[key]).findLast((message) => isObject(message) && message.role === 'user');
    if (isObject(last)) return textOf(last.content ?? last.parts);
  }
  return '';
}

/** Of a message with several parts the first text counts: pictures and files are not shown in words. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  const part = arrayOf(content).find((one) => isObject(one) && typeof one.text === 'string');
  return isObject(part) && typeof part.text === 'string' ? part.text : '';
}
