import { createParser } from 'eventsource-parser';
import { readMessage } from './dialects/all-dialects.ts';
import type { TextSlot } from './dialects/dialect.ts';
import { isObject, parseJson } from './json-text.ts';

/**
 * The text of a reply as a client joins it: deltas of the first channel in order, or the whole text of an answer that is
 * not streamed. It reads the finished bytes with a parser of its own, so it shows what a page gets.
 * @param body a cleaned body
 */
export function readReplyText(body: Uint8Array, contentType: string | null): string {
  const text = new TextDecoder().decode(body);
  const slots: TextSlot[] = [];
  const dialects = new Set<string>();

  function read(event: string | null, data: string): void {
    const json = parseJson(data);
    if (!isObject(json)) return;
    const read = readMessage({ event, json }, { dialects, hermes: true });
    if (!read) return;
    dialects.add(read.dialect.id);
    slots.push(...(read.reading.texts ?? []));
  }

  if (isEventStream(text, contentType)) {
    const parser = createParser({ onEvent: ({ event, data }) => read(event ?? null, data) });
    parser.feed(text + '\n\n');
  } else if (isObject(parseJson(text))) read(null, text);
  else for (const line of text.split('\n')) read(null, line);

  const own = slots.filter(({ kind }) => kind !== 'copy');
  return own
    .filter(({ channel }) => channel === own[0]?.channel)
    .map((slot) => slot.text)
    .join('');
}

function isEventStream(text: string, contentType: string | null): boolean {
  if (contentType?.includes('event-stream')) return true;
  if (contentType?.includes('json')) return false;
  return /^\uFEFF?\s*(data|event|id|retry)?:/.test(text);
}
