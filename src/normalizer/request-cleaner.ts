import { isObject, parseJson, replaceStrings } from './json-text.ts';
import { openaiChatRequest } from './requests/openai-chat-request.ts';
import type { RequestShape } from './requests/request-shape.ts';

const SHAPES: readonly RequestShape[] = [openaiChatRequest];

/** A request body that carries history. */
export interface CleanedRequest {
  /** The cleaned body; the very same string when there was nothing to take out. */
  readonly body: string;
  readonly markers: number;
}

/**
 * Takes markers out of the assistant's messages in a request body.
 * @param body the body as text, of unknown content
 * @returns null for a body that is no request for a reply; it must be sent as it is
 */
export function cleanRequest(body: string): CleanedRequest | null {
  // Cheap test first: most bodies of a page are no chat requests.
  if (!body.includes('"messages"')) return null;
  const json = parseJson(body);
  if (!isObject(json)) return null;
  for (const shape of SHAPES) {
    const cleaned = shape.clean(json);
    if (!cleaned) continue;
    return { body: cleaned.edits.length === 0 ? body : replaceStrings(body, cleaned.edits), markers: cleaned.markers };
  }
  return null;
}
