import { arrayOf } from '../dialects/fields.ts';
import { isObject, parseJson } from '../json/json-edit.ts';

/**
 * Returns the ids of the messages that Open WebUI's page asks its server for with a chat request: `id`, and for several
 * models at once `message_ids[].message_id` (0.9 and later).
 * @param body any request body
 * @returns none for any other body
 */
export function readAskedMessages(body: string): readonly string[] {
  if (!body.includes('"session_id"')) return [];
  const json = parseJson(body);
  if (!isObject(json) || typeof json.session_id !== 'string') return [];
  const ids = [json.id, ...arrayOf(json.message_ids).map((one) => (isObject(one) ? one.message_id : null))];
  return ids.filter((id) => typeof id === 'string');
}
