import { arrayOf } from '../dialects/fields.ts';
import { isObject } from '../json/json-edit.ts';

/** Fields in which chat requests keep their messages: chat completions, the Responses API, Gemini. */
const LISTS = ['messages', 'input', 'contents'];

/**
 * @param json the body of a request for a reply
 * @returns the person's last message, as plain text; '' if the request does not contain it
 */
export function readQuestion(json: Record<string, unknown>): string {
  for (const key of LISTS) {
    const last = arrayOf(json[key]).findLast((message) => isObject(message) && message.role === 'user');
    if (isObject(last)) return textOf(last.content ?? last.parts);
  }
  return '';
}

/** Returns the first text of a message with several parts: pictures and files are not shown as words. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  const part = arrayOf(content).find((one) => isObject(one) && typeof one.text === 'string');
  return isObject(part) && typeof part.text === 'string' ? part.text : '';
}
