import { concat, NO_BYTES } from '../lib/bytes.ts';
import { readMessage } from '../normalizer/dialects/all-dialects.ts';
import { cutBody, type BodyFrames } from './body-frames.ts';
import { findCarrier, tellsCarrier } from './carrier.ts';
import { isObject, parseJson } from '../normalizer/json/json-edit.ts';

/**
 * Returns the text of a reply as a client joins it: deltas of the first channel in order, or the whole text of an
 * unstreamed response. It reads the finished bytes again, so it shows what a page gets.
 * @param body a cleaned body
 */
export function readReplyText(body: Uint8Array, contentType: string | null): string {
  const text = createReplyText(contentType);
  return text.push(body) + text.end();
}

/**
 * Does the same as `readReplyText` for a body that arrives in pieces.
 * @param plain whether a body of plain text is itself a reply
 */
export function createReplyText(contentType: string | null, plain = false) {
  const dialects = new Set<string>();
  let start: Uint8Array = NO_BYTES;
  let frames: BodyFrames | null = null;
  let channel: string | null = null;
  let isReply = false;
  let out = '';

  function begin(): BodyFrames {
    const carrier = findCarrier(contentType, start);
    const begun = carrier === 'text' && plain ? takeText() : cutBody(carrier, (_, text) => readFrame(text));
    frames = begun;
    begun.push(start);
    start = NO_BYTES;
    return begun;
  }

  /** Passes plain text on as it arrives: it needs no frames. */
  function takeText(): BodyFrames {
    const decoder = new TextDecoder();
    isReply = true;
    return {
      push: (bytes) => void (out += decoder.decode(bytes, { stream: true })),
      end() {
        out += decoder.decode();
        return true;
      },
      read: () => null,
    };
  }

  function readFrame(text: string | null): void {
    const fields = text === null ? null : frames?.read(text);
    const json = fields ? parseJson(fields.data) : null;
    if (!fields || !isObject(json)) return;
    const found = readMessage({ event: fields.event, json }, { dialects, hermes: true });
    if (!found) return;
    isReply = true;
    dialects.add(found.dialect.id);
    for (const slot of found.reading.texts ?? []) {
      if (slot.kind === 'copy') continue;
      channel ??= slot.channel;
      if (slot.channel === channel) out += slot.text;
    }
  }

  function taken(): string {
    const text = out;
    out = '';
    return text;
  }

  return {
    /** @returns the next piece of the text */
    push(bytes: Uint8Array): string {
      if (frames) frames.push(bytes);
      else {
        start = concat([start, bytes]);
        if (tellsCarrier(contentType, start)) begin();
      }
      return taken();
    },
    /** @returns the last piece of the text */
    end(): string {
      (frames ?? begin()).end();
      return taken();
    },
    /** Returns whether a message of a known format, or plain text, was read. */
    isReply: (): boolean => isReply,
  };
}
