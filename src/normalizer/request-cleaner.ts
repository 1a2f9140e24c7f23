import { cleanTexts, type HistoryEdits, type HistoryRules } from './history-text.ts';
import { isObject, parseJson, replaceStrings } from './json-text.ts';
import { bigAgiRequest } from './requests/big-agi-request.ts';
import { openWebuiChatRequest } from './requests/open-webui-chat-request.ts';
import { openWebuiMergeRequest } from './requests/open-webui-merge-request.ts';
import { openaiChatRequest } from './requests/openai-chat-request.ts';
import { openaiResponsesRequest } from './requests/openai-responses-request.ts';
import { promptRequest } from './requests/prompt-request.ts';
import type { RequestShape } from './requests/request-shape.ts';
import { sillyTavernChatRequest } from './requests/silly-tavern-chat-request.ts';
import { readEventPacket } from './socket-io.ts';

/** The first that knows a body has it. */
const SHAPES: readonly RequestShape[] = [
  openaiChatRequest,
  openaiResponsesRequest,
  openWebuiMergeRequest,
  openWebuiChatRequest,
  sillyTavernChatRequest,
  bigAgiRequest,
  promptRequest,
];

/** A key that every body of interest holds. */
const NEEDLE = /"(?:messages|input|responses|prompt|mes|chatSequence)"/;
/** Longest body without markers that is parsed, to learn whether it asks for a reply, in UTF-16 units. */
const MAX_CLEAN = 1024 * 1024;
/** Longest body that is cleaned, in UTF-16 units. */
const MAX_DIRTY = 16 * 1024 * 1024;

/** What leaves in place of a body or a frame. */
export interface Cleaned {
  /** The very same string when there was nothing to take out. */
  readonly body: string;
  /** How many markers were taken out, with what rules took out; one that the body holds in two places counts once. */
  readonly markers: number;
}

/** A request body that carries texts of the assistant. */
export interface CleanedRequest extends Cleaned {
  /** It asks for a reply; else it only stores a chat. */
  readonly asksReply: boolean;
}

export type RequestOptions = Pick<HistoryRules, 'rules'>;

/**
 * Takes markers, and what rules say, out of the assistant's messages in a request body.
 * @param body the body as text, of unknown content
 * @returns null for a body of no known shape: it must be sent as it is; beyond 16 Mi units, no body is changed
 */
export function cleanRequest(body: string, options: RequestOptions = {}): CleanedRequest | null {
  // Cheap tests first: most bodies of a page are no chat requests, and most of these hold no marker.
  if (!NEEDLE.test(body)) return null;
  if (body.length > (mayHoldMarker(body, options) ? MAX_DIRTY : MAX_CLEAN)) {
    // Large, and most likely because of its pictures: its answer may be looked at in vain.
    return body.includes('"messages"') ? { body, markers: 0, asksReply: true } : null;
  }
  const json = parseJson(body);
  const cleaned = isObject(json) ? cleanJson(json, options) : null;
  if (!cleaned) return null;
  const { edits, markers, asksReply } = cleaned;
  return { body: edits.length === 0 ? body : replaceStrings(body, edits), markers, asksReply };
}

/**
 * The same for a text frame that a page sends over a socket: plain JSON, or a socket.io event with requests among its
 * arguments.
 * @returns null for a frame in which there is nothing to take out
 */
export function cleanFrame(frame: string, options: RequestOptions = {}): Cleaned | null {
  if (!NEEDLE.test(frame) || !mayHoldMarker(frame, options)) return null;
  const packet = readEventPacket(frame, '');
  if (!packet) {
    const cleaned = frame[0] === '{' ? cleanRequest(frame, options) : null;
    return cleaned && cleaned.body !== frame ? cleaned : null;
  }
  const found = packet.args.map((arg) => (isObject(arg) ? cleanJson(arg, options) : null));
  const edits = found.flatMap((cleaned, i) => (cleaned?.edits ?? []).map(({ path, value }) => ({ path: [i, ...path], value })));
  if (edits.length === 0) return null;
  const markers = found.reduce((sum, cleaned) => sum + (cleaned?.markers ?? 0), 0);
  return { body: packet.header + replaceStrings(packet.json, edits), markers };
}

/** @returns false for JSON text in which no string holds a marker, and where there are no rules */
export function mayHoldMarker(text: string, { rules }: RequestOptions = {}): boolean {
  return Boolean(rules) || text.includes('`') || text.includes('\\u0060');
}

function cleanJson(json: Record<string, unknown>, { rules }: RequestOptions): (HistoryEdits & { readonly asksReply: boolean }) | null {
  for (const { asksReply, find } of SHAPES) {
    const texts = find(json);
    if (texts) return { ...cleanTexts(texts, asksReply ? emptyText(json.model) : '', { rules, blocks: asksReply }), asksReply };
  }
  return null;
}

/**
 * What stands in for a message that held nothing but markers. Most servers take an empty text, Hermes, llama.cpp and
 * Ollama among them, and to drop the message would put two of the user's side by side. These models' own servers refuse
 * an empty text, some a blank one too; "(empty)" is what Hermes itself gives them.
 */
function emptyText(model: unknown): string {
  return typeof model === 'string' && /claude|gemini|mi[sx]tral|mimo/i.test(model) ? '(empty)' : '';
}
