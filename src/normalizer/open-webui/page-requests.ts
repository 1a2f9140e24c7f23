import { arrayOf } from '../dialects/fields.ts';
import { isObject, parseJson } from '../json/json-edit.ts';
import type { ChatMessage } from './chat-event.ts';

/**
 * Direct connections: the server gives the page a finished request (`request:chat:completion`) and
 * the page fetches the reply itself. The fetch does not mention the chat, so it is recognised by
 * the request it was made from.
 */
export type DirectRequests = ReturnType<typeof createDirectRequests>;

/** Most requests that wait for their fetch; the page makes it at once. */
const MAX_EXPECTED = 20;

// Captured on import: the page shares our realm and may replace it later.
const { stringify } = JSON;

export function createDirectRequests() {
  const expected: {
    readonly message: ChatMessage;
    readonly model: string;
    readonly messages: string;
  }[] = [];

  function expect(message: ChatMessage, { model, messages }: Record<string, unknown>): void {
    if (typeof model !== 'string' || !Array.isArray(messages)) return;
    expected.push({ message, model, messages: stringify(messages) });
    if (expected.length > MAX_EXPECTED) expected.shift();
  }

  function match(body: string): ChatMessage | null {
    if (expected.length === 0) return null;
    const json = parseJson(body);
    if (!isObject(json) || typeof json.model !== 'string' || !Array.isArray(json.messages))
      return null;
    const model = json.model;
    const messages = stringify(json.messages);
    // The page removes the connection's prefix from the model's name.
    const at = expected.findIndex((one) => one.messages === messages && one.model.endsWith(model));
    return at === -1 ? null : (expected.splice(at, 1)[0]?.message ?? null);
  }

  return {
    /** @param request the `form_data` of the event */
    expect,
    /** @returns the message that a request body was made for, once; null for any other body */
    match,
  };
}

/** A message that Open WebUI's page asks for, and the model that is to write it. */
export interface AskedMessage {
  readonly id: string;
  readonly model: string | null;
}

/**
 * Returns the messages that Open WebUI's page asks its server for with a chat request: `id`, and
 * for several models at once `message_ids[].message_id` (0.9 and later).
 * @param body any request body
 * @returns none for any other body
 */
export function readAskedMessages(body: string): readonly AskedMessage[] {
  if (!body.includes('"session_id"')) return [];
  const json = parseJson(body);
  if (!isObject(json) || typeof json.session_id !== 'string') return [];
  const several = arrayOf(json.message_ids).filter(isObject);
  const asked = [{ message_id: json.id, model_id: json.model }, ...several];
  return asked.flatMap(({ message_id: id, model_id: model }) =>
    typeof id === 'string' ? { id, model: typeof model === 'string' ? model : null } : [],
  );
}
