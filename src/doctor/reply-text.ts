import { readMessage } from '../normalizer/dialects/all-dialects.ts';
import { isObject, parseJson } from '../normalizer/json/json-edit.ts';
import { cutBody } from './body-frames.ts';
import { findCarrier } from './carrier.ts';

/**
 * Returns the text of a reply as a client joins it: deltas of the first channel in order, or the
 * whole text of an unstreamed response. It reads the finished bytes again, so it shows what a page
 * gets.
 * @param body a cleaned body
 * @param plain whether a body of plain text is itself a reply
 * @returns null if it contains no message of a known format
 */
export function readReplyText(
  body: Uint8Array,
  contentType: string | null,
  plain = false,
): string | null {
  const carrier = findCarrier(contentType, body);
  if (carrier === 'text' && plain) return new TextDecoder().decode(body);
  const dialects = new Set<string>();
  let channel: string | null = null;
  let out = '';

  const frames = cutBody(carrier, (_, text) => {
    const fields = text === null ? null : frames.read(text);
    const json = fields ? parseJson(fields.data) : null;
    if (!fields || !isObject(json)) return;
    const found = readMessage({ event: fields.event, json }, { dialects, hermes: true });
    if (!found) return;
    dialects.add(found.dialect.id);
    for (const slot of found.reading.texts ?? []) {
      if (slot.kind === 'copy') continue;
      channel ??= slot.channel;
      if (slot.channel === channel) out += slot.text;
    }
  });
  frames.push(body);
  frames.end();
  return dialects.size > 0 ? out : null;
}
