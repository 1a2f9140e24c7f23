// Requests: cleans the history that a page sends. `request-shapes` knows where each kind of body
// keeps it.

import { stringOf } from '../dialects/fields.ts';
import { editJson, isCrowded, isObject, parseJson } from '../json/json-edit.ts';
import { readEventPacket } from '../socket-io/event-packet.ts';
import { cleanTexts, type HistoryEdits, type HistoryRules } from './assistant-texts.ts';
import type { TextSource } from '../text/evidence.ts';
import { LISTED_EMOJI } from '../text/marker-grammar.ts';
import { mayHoldMedia } from '../text/media-lines.ts';
import { offeredNames } from './offered-names.ts';
import { HISTORY_KEY, REQUEST_SHAPES } from './request-shapes.ts';

const BYTE_ORDER_MARK = '\ufeff';
/**
 * Longest body without markers that is parsed, to learn whether it asks for a reply, in UTF-16
 * units.
 */
const MAX_CLEAN = 1024 * 1024;
/**
 * Longest body that is cleaned, in UTF-16 units; no provider accepts a fifth of it. Long bodies
 * contain pictures: cleaning 128 MiB of them took 0.2 s of CPU time, where the page's own
 * `JSON.stringify` took 0.4 s.
 */
const MAX_DIRTY = 256 * 1024 * 1024;
/** Most objects in a body that is cleaned: chats have hundreds of messages, each with a few. */
const MAX_OBJECTS = 50_000;
/** Most lines in it that begin as a marker does, each of which takes up to 5 µs. */
const MAX_LINES = 20_000;

/** The replacement of a body or a frame. */
export interface Cleaned {
  /** The same string if there was nothing to remove. */
  readonly body: string;
  /**
   * How many markers were removed, including what rules removed; one that occurs twice in the body
   * counts once.
   */
  readonly markers: number;
}

/** A request body that carries texts of the assistant. */
export interface CleanedRequest extends Cleaned {
  /** Whether it asks for a reply; otherwise it only stores a chat. */
  readonly asksReply: boolean;
  /** As in `TextSource`. */
  readonly model: string | null;
}

export interface RequestOptions extends Pick<HistoryRules, 'rules'> {
  /** The address of the request, as far as it is known. Without it, its body must say more. */
  readonly url?: string;
  /**
   * Returns whether there is evidence from elsewhere that markers are in a text. Without it, there
   * is.
   * @param source its model is the one that is asked, unless the text says who wrote it
   */
  expectsMarkers?(source: TextSource): boolean;
  /** Called if the assistant's messages prove that the chat contains markers. */
  onEvidence?(chat: string | null): void;
  /**
   * Called if one of them begins with labels in Hermes' words: a reply to this request that begins
   * so, too, is evidence. Not for a request to go on with a reply, which is itself the last of
   * them.
   */
  onSign?(): void;
  /** Called if they prove that the chat contains markers, with the tools of these. */
  onProven?(tools: SentTools, chat: string | null): void;
  /** Called with the names of the tools that a request for a reply offers, if it offers any. */
  onOffered?(names: readonly string[]): void;
}

/** Tools by their emoji, without the variation selector. */
export interface SentTools {
  /** Those of which the history contains markers. */
  readonly proven: readonly string[];
  /** Those whose emoji a person has written: a reply may talk about it. */
  readonly asked: readonly string[];
}

/**
 * Removes markers and matches of rules from the assistant's messages in a request body.
 * @param body the body as text, of unknown content
 * @returns null for a body of unknown shape: it must be sent unchanged. No body is changed beyond
 * 256 Mi units, 50 000 objects or 20 000 lines that begin with a backtick
 */
export function cleanRequest(body: string, options: RequestOptions = {}): CleanedRequest | null {
  // Cheap tests first: most bodies of a page are not chat requests, and most of those contain no
  // marker.
  if (!HISTORY_KEY.test(body)) return null;
  const longest = mayHoldMarker(body, options) ? MAX_DIRTY : MAX_CLEAN;
  if (body.length > longest || isCrowded(body, MAX_OBJECTS) || hasManyLines(body)) {
    // Large, most likely because of its pictures: treated as a request, even if its response is
    // then examined in vain.
    return body.includes('"messages"') && body.includes('"role"')
      ? { body, markers: 0, asksReply: true, model: null }
      : null;
  }
  // Servers that read bytes as "utf-8-sig" accept a byte order mark; the JSON parser does not.
  const mark = body.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : '';
  const text = body.slice(mark.length);
  const json = parseJson(text);
  const cleaned = isObject(json) ? cleanJson(json, options) : null;
  if (!cleaned) return null;
  const { edits, ...found } = cleaned;
  return { body: edits.length === 0 ? body : mark + editJson(text, edits), ...found };
}

/**
 * Does the same for a text frame that a page sends over a socket: plain JSON, or a socket.io event
 * with requests among its arguments.
 * @returns null for a frame with nothing to remove
 */
export function cleanFrame(frame: string, options: RequestOptions = {}): Cleaned | null {
  if (!HISTORY_KEY.test(frame) || !mayHoldMarker(frame, options)) return null;
  const packet = readEventPacket(frame, '');
  if (!packet) {
    const cleaned = frame[0] === '{' ? cleanRequest(frame, options) : null;
    return cleaned && cleaned.body !== frame ? cleaned : null;
  }
  const found = packet.args.map((arg) => (isObject(arg) ? cleanJson(arg, options) : null));
  const edits = found.flatMap((cleaned, i) =>
    (cleaned?.edits ?? []).map(({ path, value }) => ({ path: [i, ...path], value })),
  );
  if (edits.length === 0) return null;
  const markers = found.reduce((sum, cleaned) => sum + (cleaned?.markers ?? 0), 0);
  return { body: packet.header + editJson(packet.json, edits), markers };
}

function hasManyLines(body: string): boolean {
  let at = -1;
  for (let lines = 0; lines <= MAX_LINES; lines++) {
    at = body.indexOf('\\n`', at + 1);
    if (at === -1) return false;
  }
  return true;
}

/** @returns false for JSON text in which no string contains a marker, if there are no rules */
export function mayHoldMarker(
  text: string,
  { rules }: Pick<RequestOptions, 'rules'> = {},
): boolean {
  return Boolean(rules) || text.includes('`') || text.includes('\\u0060') || mayHoldMedia(text);
}

function cleanJson(
  json: Record<string, unknown>,
  options: RequestOptions,
): (HistoryEdits & Pick<CleanedRequest, 'asksReply' | 'model'>) | null {
  for (const { asksReply, find } of REQUEST_SHAPES) {
    const texts = find(json, options.url ?? '');
    if (!texts) continue;
    const chat = typeof json.chat_id === 'string' ? json.chat_id : null;
    const model = asksReply ? stringOf(json.model) : null;
    const { expectsMarkers } = options;
    const proven: string[] = [];
    const how: HistoryRules = {
      rules: options.rules,
      isSent: asksReply,
      asked: model ?? '',
      expectsMarkers:
        expectsMarkers && ((writer) => expectsMarkers({ chat, model: writer ?? model })),
      onEvidence(proven) {
        if (proven) options.onEvidence?.(chat);
      },
      onProven(emoji) {
        if (!proven.includes(emoji)) proven.push(emoji);
      },
      onSign() {
        if (asksReply && !goesOn(json)) options.onSign?.();
      },
    };
    const edits = cleanTexts(texts, asksReply ? NOTHING_SAID : '', how);
    if (proven.length > 0) options.onProven?.({ proven, asked: askedTools(json) }, chat);
    const offered = asksReply && options.onOffered ? offeredNames(json) : [];
    if (offered.length > 0) options.onOffered?.(offered);
    return { ...edits, asksReply, model };
  }
  return null;
}

/** Deepest place of a person's text in a request. */
const MAX_DEPTH = 8;

/** @returns the emoji of tools that a person has written in a request */
function askedTools(json: unknown): readonly string[] {
  const words = wordsOfPerson(json, 0, false);
  return LISTED_EMOJI.filter((emoji) => words.includes(emoji));
}

function wordsOfPerson(value: unknown, depth: number, isByPerson: boolean): string {
  if (typeof value === 'string') return isByPerson ? value : '';
  if (depth > MAX_DEPTH) return '';
  if (Array.isArray(value))
    return value.map((one) => wordsOfPerson(one, depth + 1, isByPerson)).join('\n');
  if (!isObject(value)) return '';
  const { role } = value;
  const isBy = typeof role === 'string' ? role.toLowerCase() === 'user' : isByPerson;
  return Object.values(value)
    .map((one) => wordsOfPerson(one, depth + 1, isBy))
    .join('\n');
}

/** Returns whether the last message of a request is the assistant's: the reply continues it. */
function goesOn({ messages }: Record<string, unknown>): boolean {
  const last: unknown = Array.isArray(messages) ? messages.at(-1) : null;
  return isObject(last) && last.role === 'assistant';
}

/**
 * Replaces a text that was nothing but markers, in a request for a reply. A server that accepted
 * the markers accepts this too: it is a text in the place of a text, and it is not blank. Hermes
 * writes the same word (hermes-agent#67978). No alternative is accepted by every provider, and the
 * model's name does not tell whose server is behind it:
 */
const NOTHING_SAID = '(empty)';
