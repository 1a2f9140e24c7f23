/**
 * The only thing both worlds share. Everything that comes up from the MAIN world is hostile input: the page can hook
 * `MessagePort.prototype` in its own realm. So the ISOLATED side lets a message in only through `readPageMessage`,
 * and only facts flow up: badge texts, how the text of a reply with tools and its question begin, counts (those of unknown events with
 * their names), and frames while somebody inspects them. Nothing that MAIN says can change a setting.
 */
import { readInspected, type InspectedStream } from '../inspector/inspected.ts';
import { isObject } from '../normalizer/json/json-edit.ts';
import type { ChatMessage } from '../normalizer/open-webui/chat-event.ts';
import { isId } from '../normalizer/open-webui/is-id.ts';
import type { Progress, ProgressStatus, Provenance } from '../normalizer/progress/progress-types.ts';
import type { CompiledRules } from '../normalizer/rules/compile-rules.ts';
import type { Findings } from '../stats/findings.ts';
import { NO_FINDINGS, readCount, readFindings } from '../stats/findings.ts';

/** The ways in which an Open WebUI page may be seen to get its replies. */
export const SEEN_MODES = ['websocket', 'polling', 'direct'] as const;
export type SeenMode = (typeof SEEN_MODES)[number];

/** Sent up by the page's hook. `reply` numbers the replies of one page load, from 1. */
export type PageMessage =
  /** `late`: the page has natives of its own from before, or keeps some, so that only a reload covers all of it. */
  | { readonly type: 'hello'; readonly late: boolean }
  | { readonly type: 'seen'; readonly mode: SeenMode }
  /** Again for a reply that goes on after its end. */
  | {
      readonly type: 'reply-start';
      readonly reply: number;
      /** What the reply is in its chat, where that is known. */
      readonly message: ChatMessage | null;
      /** Another tab that receives the same reply counts it. */
      readonly counts: boolean;
      /** It may have begun before we listened, or part of it was missed. */
      readonly joined?: true;
    }
  | { readonly type: 'progress'; readonly reply: number; readonly progress: Progress }
  /** How the text of a reply begins; longer when it comes again. Looked for in the page, and neither shown nor kept. */
  | { readonly type: 'reply-text'; readonly reply: number; readonly text: string }
  /** How the question of a reply with tools begins, where there is no text of the reply yet. For the same purpose. */
  | { readonly type: 'reply-question'; readonly reply: number; readonly text: string }
  | { readonly type: 'reply-end'; readonly reply: number }
  /** `reply`: null for markers in a request. */
  | { readonly type: 'removed'; readonly reply: number | null; readonly markers: number }
  /** A server of Hermes answered here. */
  | { readonly type: 'hermes' }
  /** Something failed while a reply was cleaned: the rest of it went on as it came. */
  | { readonly type: 'stopped' }
  /** What was found since the last one, at most one a second of each kind of server. */
  | ({
      readonly type: 'findings';
      /** What was taken out of replies and requests. */
      readonly bytes: number;
    } & Findings)
  /** Frames of streams, only while somebody inspects them. */
  | { readonly type: 'inspected'; readonly streams: readonly InspectedStream[] };

/** All that is sent down where the site is off: in Firefox the hook is for a moment in pages that nobody switched on. */
export interface HookOff {
  readonly type: 'settings';
  readonly enabled: false;
}

/** Sent down to the hook of a site that is on: no more than the transform needs. */
export interface HookSettings {
  readonly type: 'settings';
  readonly enabled: boolean;
  /** Replies, what is sent back, and stored chats on display are cleaned. */
  readonly replies: boolean;
  readonly history: boolean;
  readonly storedChats: boolean;
  /** Ids of the repairs that are on. */
  readonly repairs: readonly string[];
  /** Those of all packs that are on; null where there are none. */
  readonly rules: CompiledRules | null;
  /** The site is one of Hermes', so that markers are expected in its texts, or is not; null where nobody knows. */
  readonly hermes: boolean | null;
  /** Somebody inspects the streams of this page. */
  readonly inspect: boolean;
}

/** Longest text a badge field may carry up, in UTF-16 units; a badge shows far less. */
export const MAX_TEXT = 300;
/** Highest ordinal or count believed; a page that floods gets no further. */
const MAX_NUMBER = 1_000_000;
/** Highest number of bytes believed of one message. */
const MAX_BYTES = 1_000_000_000;

const STATUSES: readonly ProgressStatus[] = ['running', 'finished', 'failed', 'ended'];
const PROVENANCES: readonly Provenance[] = ['server', 'imitated', 'unknown'];

/**
 * Validates one message from the page's world.
 * @param value structured-cloned data of unknown shape
 * @returns a fresh object holding only known fields, texts cut to `MAX_TEXT` UTF-16 units, or null when anything is off
 */
export function readPageMessage(value: unknown): PageMessage | null {
  if (!isObject(value)) return null;
  switch (value.type) {
    case 'hello':
      return typeof value.late === 'boolean' ? { type: 'hello', late: value.late } : null;
    case 'seen': {
      const mode = SEEN_MODES.find((known) => known === value.mode);
      return mode ? { type: 'seen', mode } : null;
    }
    case 'reply-start': {
      const message = readMessage(value.message);
      if (!isOrdinal(value.reply) || message === undefined || typeof value.counts !== 'boolean') return null;
      return {
        type: 'reply-start',
        reply: value.reply,
        message,
        counts: value.counts,
        ...(value.joined === true && { joined: true }),
      };
    }
    case 'reply-text':
    case 'reply-question': {
      const text = readText(value.text);
      return text && isOrdinal(value.reply) ? { type: value.type, reply: value.reply, text } : null;
    }
    case 'reply-end':
      return isOrdinal(value.reply) ? { type: 'reply-end', reply: value.reply } : null;
    case 'removed': {
      const { reply, markers } = value;
      return isOrdinal(markers) && (reply === null || isOrdinal(reply)) ? { type: 'removed', reply, markers } : null;
    }
    case 'hermes':
      return { type: 'hermes' };
    case 'stopped':
      return { type: 'stopped' };
    case 'findings': {
      const findings = readFindings(value, MAX_NUMBER);
      const bytes = readCount(value.bytes, MAX_BYTES);
      return findings || bytes > 0 ? { type: 'findings', bytes, ...(findings ?? NO_FINDINGS) } : null;
    }
    case 'inspected': {
      const streams = readInspected(value.streams);
      return streams && { type: 'inspected', streams };
    }
    case 'progress': {
      const progress = readProgress(value.progress);
      return progress && isOrdinal(value.reply) ? { type: 'progress', reply: value.reply, progress } : null;
    }
    default:
      return null;
  }
}

/** @returns undefined for what is neither a message nor null */
function readMessage(value: unknown): ChatMessage | null | undefined {
  if (value === null) return null;
  if (!isObject(value) || !isId(value.chatId) || !isId(value.messageId)) return undefined;
  return { chatId: value.chatId, messageId: value.messageId };
}

function readProgress(value: unknown): Progress | null {
  if (!isObject(value) || !isOrdinal(value.call)) return null;
  if (value.source !== 'event' && value.source !== 'marker') return null;
  const status = STATUSES.find((known) => known === value.status);
  const provenance = PROVENANCES.find((known) => known === value.provenance);
  if (!status || !provenance) return null;
  const { call, source } = value;
  return {
    call,
    source,
    tool: readText(value.tool),
    emoji: readText(value.emoji),
    label: readText(value.label),
    callId: readText(value.callId),
    status,
    provenance,
    ...(value.untimed === true && { untimed: true }),
  };
}

function readText(value: unknown): string | null {
  return typeof value === 'string' ? value.slice(0, MAX_TEXT) : null;
}

function isOrdinal(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_NUMBER;
}
