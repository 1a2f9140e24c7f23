import { concat, copy, NO_BYTES } from '../../lib/bytes.ts';
import { editJson, isCrowded, isObject, parseJson } from '../json/json-edit.ts';
import type { Reply } from '../reply/reply.ts';
import type { BodyNormalizer } from './stream-normalizer.ts';

/** A JSON answer of more bytes passes unchanged. */
const MAX_BODY = 16 * 1024 * 1024;
const BYTE_ORDER_MARK = '\ufeff';

// Captured on import: the page shares our realm and may replace them later.
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const ENCODER = new TextEncoder();

/**
 * Cleans one JSON message: a whole answer, or the payload of one socket packet.
 * @param text JSON text of unknown content
 * @returns the cleaned text; the very same string if no dialect recognises it or nothing changed
 */
export function cleanJsonMessage(text: string, reply: Reply): string {
  // Pages read an answer without its byte-order mark.
  const mark = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : '';
  const own = text.slice(mark.length);
  const json = isCrowded(own) ? null : parseJson(own);
  const judged = isObject(json) ? reply.judge({ event: null, json }) : null;
  reply.end();
  const verdict = judged?.verdict();
  return verdict?.kind === 'edit' ? mark + editJson(own, verdict.edits) : text;
}

/**
 * Normalizes a JSON answer. Pages read it as a whole, so it is held until its end.
 * @param clean returns the cleaned text; the very same string if nothing changed
 * @param onBroken called when something failed: the answer passes unchanged
 */
export function createJsonBody(clean: (text: string) => string, onBroken?: () => void): BodyNormalizer {
  let parts: Uint8Array[] = [];
  let length = 0;
  let passing = false;

  function push(chunk: Uint8Array): readonly Uint8Array[] {
    if (passing) return [chunk];
    parts[parts.length] = copy(chunk);
    length += chunk.length;
    if (length <= MAX_BODY) return [];
    passing = true;
    return [take()];
  }

  function take(): Uint8Array {
    const bytes = concat(parts);
    parts = [];
    return bytes;
  }

  function end(): Uint8Array {
    const bytes = take();
    try {
      const text = UTF8.decode(bytes);
      const cleaned = passing ? text : clean(text);
      return cleaned === text ? bytes : ENCODER.encode(cleaned);
    } catch {
      onBroken?.();
      return bytes; // broken UTF-8, or a page that broke a native we rely on
    }
  }

  return { push, end, idle: () => NO_BYTES, waits: () => false };
}
