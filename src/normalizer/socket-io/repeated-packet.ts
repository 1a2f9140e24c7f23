import { createPatience } from '../framing/patience.ts';
import { jsonString, NOT_ASCII, offsetOf, parseJson, skipString, type JsonPath } from '../json/json-edit.ts';
import type { TextContinuation } from '../open-webui/socket-reply.ts';
import { MAX_PACKET } from './event-packet.ts';

/**
 * A packet that was read, and what it shares with the next one. A server sends one for every word, which repeats
 * everything but a delta, or extends the text so far. Only the new part is read, and the cleaned text is extended by
 * it.
 */
export interface RepeatedPacket {
  /**
   * Remembers a packet.
   * @param json offset of its JSON
   * @param sent the packet as it was passed on
   */
  learn(packet: string, json: number, sent: string, text: ContinuedText): void;
  /** @returns the packet for the page, if it only continues the text of the remembered packet; null for any other */
  read(packet: string): string | null;
  /** As `SocketNormalizer`'s; for deltas only. */
  passes(packet: string): boolean;
  /** Another event has been read: the text may have changed. */
  forget(): void;
}

/** The text in which the next packet may differ. */
export interface ContinuedText extends TextContinuation {
  /** Its path in the packet's JSON. */
  readonly path: JsonPath;
}

/** A slice of so few units is a copy; a longer one would keep the packet alive. */
const FEW = 13;

/** UTF-16 units of deltas that are taken in one piece. */
const MAX_SKIPPED = 1024;

const SPACE = 0x20;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const BACKTICK = 0x60;
const TILDE = 0x7e;

// Captured on import: the page shares our realm and may replace them later.
const string = String.prototype;
const { charCodeAt, slice } = string;

/** Not ASCII. */
const RAW = '\u0080';
/** The second half of a surrogate pair, at the beginning. */
const LOW_HALF = /^[\udc00-\udfff]/;

export function createRepeatedPacket(): RepeatedPacket {
  const patience = createPatience();
  let of: ContinuedText | null = null;
  let known = '';
  /** Offsets in `known`: after the quote that opens the string, and of the one that closes it. */
  let before = 0;
  let end = 0;
  /** For a text so far. */
  let shown: ShownText | null = null;
  /** Deltas that passed unread, until the next one is read. */
  let skipped = '';

  function learn(packet: string, json: number, sent: string, text: ContinuedText): void {
    if (!patience.tries()) return;
    const place = placeOf(packet, json, text.path);
    const left = sent === packet ? place : placeOf(sent, json, text.path);
    if (!place || !left) return;
    const isSame =
      packet.slice(0, place.before) === sent.slice(0, left.before) && packet.slice(place.end) === sent.slice(left.end);
    if (!isSame && !text.grows) return;
    of = text;
    known = packet;
    ({ before, end } = place);
    shown = text.grows ? createShownText(packet, place, sent, left, isSame, text.behind) : null;
  }

  function passes(packet: string): boolean {
    // Whatever a page has put in their place must not run here.
    if (!of?.settled() || string.slice !== slice || string.charCodeAt !== charCodeAt) return false;
    const to = packet.length - known.length + end;
    if (to <= before || to - before >= FEW || skipped.length > MAX_SKIPPED) return false;
    for (let i = before; i < to; i++) if (!isInLine(packet.charCodeAt(i))) return false;
    if (packet.slice(0, before) !== known.slice(0, before) || packet.slice(to) !== known.slice(end)) return false;
    skipped += packet.slice(before, to);
    return true;
  }

  function read(packet: string): string | null {
    const text = skipped;
    skipped = '';
    if (text !== '') of?.take(text);
    if (!of || packet.length > MAX_PACKET) return null;
    const from = of.grows ? end : before;
    if (packet.slice(0, from) !== known.slice(0, from)) return null;
    const to = closingQuote(packet, from);
    if (to === -1 || packet.slice(to) !== known.slice(end)) return null;
    const more = readString(packet, from, to);
    if (more === null || (more === '' && !of.grows)) return null;
    const out = of.take(more);
    if (out === null) return null;
    patience.renew();
    if (!shown) return out === more ? packet : withString(packet, before, to, out);
    const sent = shown.extend(known, packet, to, more, out);
    known = packet;
    end = to;
    return sent;
  }

  return {
    learn,
    read,
    passes,
    forget() {
      const take = of?.take;
      const text = skipped;
      of = shown = null;
      known = skipped = '';
      if (text !== '') take?.(text);
    },
  };
}

/** Offsets of a JSON string in a packet: after the quote that opens it, and of the one that closes it. */
interface Place {
  readonly before: number;
  readonly end: number;
}

function placeOf(packet: string, json: number, path: JsonPath): Place | null {
  const data = packet.slice(json);
  const at = offsetOf(data, path);
  return data[at] === '"' ? { before: json + at + 1, end: json + skipString(data, at) - 1 } : null;
}

/** A text so far, as it was passed on. */
interface ShownText {
  /**
   * @param known the packet before this one
   * @param to offset of the quote that closes the text
   * @param more the added text, and `out` what to show for it
   * @returns the packet for the page
   */
  extend(known: string, packet: string, to: number, more: string, out: string): string;
}

/**
 * @param isSame everything around the text was passed on unchanged
 * @param behind how much of the text, in UTF-16 units, is not shown
 */
function createShownText(
  packet: string,
  { before, end }: Place,
  sent: string,
  left: Place,
  isSame: boolean,
  behind: number,
): ShownText {
  const around = isSame ? null : { head: sent.slice(0, left.before), tail: sent.slice(left.end) };
  const behindEnd = packet.length - end;
  /** JSON of the text as it was passed on, in our own spelling; null while it is unchanged. */
  let json = behind === 0 ? null : sent.slice(left.before, left.end);
  /** The text is sent as ASCII. */
  let isAscii = json !== null && !NOT_ASCII.test(packet.slice(before, end));

  /** @returns JSON of a text, without its quotes */
  function inner(text: string): string {
    return jsonString(text, isAscii ? '' : RAW).slice(1, -1);
  }

  function lengthen(known: string, packet: string, to: number, out: string): string {
    const from = known.length - behindEnd;
    const goesOn = json !== null && !(isAscii && NOT_ASCII.test(packet.slice(from, to))) && !LOW_HALF.test(out);
    if (goesOn) return json + inner(out);
    // Nothing else changes the spelling of what was shown before.
    const text = parseJson(`"${json ?? known.slice(before, from)}"`);
    isAscii = !NOT_ASCII.test(packet.slice(before, to));
    return inner(String(text) + out);
  }

  return {
    extend(known, packet, to, more, out) {
      behind += more.length - out.length;
      if (behind !== 0 || json !== null) json = lengthen(known, packet, to, out);
      if (behind === 0) return around ? around.head + packet.slice(before, to) + around.tail : packet;
      const head = around?.head ?? packet.slice(0, before);
      const tail = around?.tail ?? packet.slice(to);
      const result = head + String(json) + tail;
      // A slice of the whole, so that it is not assembled from all its pieces with every packet.
      json = result.slice(head.length, result.length - tail.length);
      return result;
    },
  };
}

function withString(packet: string, before: number, to: number, text: string): string {
  return packet.slice(0, before - 1) + jsonString(text, packet.slice(before, to)) + packet.slice(to + 1);
}

/** @returns the offset of the quote that closes a string in which an escape may begin at `from`; -1 if there is none */
function closingQuote(packet: string, from: number): number {
  for (let at = packet.indexOf('"', from); at !== -1; at = packet.indexOf('"', at + 1)) {
    let escapes = at;
    while (escapes > from && packet.charCodeAt(escapes - 1) === BACKSLASH) escapes--;
    if ((at - escapes) % 2 === 0) return at;
  }
  return -1;
}

/** @returns the content of [from, to) within a JSON string, as a copy; null if it cannot be there */
function readString(packet: string, from: number, to: number): string | null {
  const raw = packet.slice(from, to);
  if (raw.length < FEW && isPlain(raw)) return raw;
  const text = parseJson(`"${raw}"`);
  return typeof text === 'string' ? text : null;
}

/** Returns whether the unit is written in JSON as itself, and changes nothing in the middle of a line. */
function isInLine(unit: number): boolean {
  return unit >= SPACE && unit !== QUOTE && unit !== BACKSLASH && unit !== BACKTICK && unit !== TILDE;
}

function isPlain(raw: string): boolean {
  for (let i = 0; i < raw.length; i++) {
    const unit = raw.charCodeAt(i);
    if (unit < SPACE || unit === BACKSLASH) return false;
  }
  return true;
}
