// Normalizes one body from its first byte to its last. `createBodyNormalizer` chooses the kind of
// body; import nothing else of this folder from outside.

import { concat, copy, NO_BYTES, view } from '../../lib/bytes.ts';
import type { Framing } from '../framing/framing.ts';
import {
  BEGUN_DATA_STREAM,
  createDataStreamFraming,
  createNdjsonFraming,
  DATA_STREAM_START,
} from '../framing/line-frames.ts';
import { SSE_STARTS, writtenAs } from '../framing/first-message.ts';
import type { FrameTap } from '../reply/frame-trace.ts';
import { createRowFraming, type Besides } from '../framing/object-row.ts';
import { createJsonFraming, WHOLE_JSON } from '../framing/whole-json.ts';
import { createRowChoice } from './row-choice.ts';
import { createTextFraming } from './text-pieces.ts';
import { DEFAULT_REPAIRS } from '../repairs/all-repairs.ts';
import type { AddedRepair } from '../repairs/frame-repairs.ts';
import { createReply, type Reply, type ReplyOptions } from '../reply/reply.ts';
import { createSseFraming } from '../framing/sse-frames.ts';
import { findStoredChats, type StoredChatsOptions } from '../stored-chats/stored-chats.ts';
import { createStreamNormalizer, type BodyEnd, type BodyNormalizer } from './stream-normalizer.ts';

export type { BodyEnd, BodyNormalizer } from './stream-normalizer.ts';

export interface BodyOptions extends ReplyOptions {
  /** Value of the `content-type` header, or null. */
  readonly contentType: string | null;
  /**
   * The request asked an agent for a reply, so JSON, plain text and untyped bodies are read too.
   */
  readonly isReply: boolean;
  /**
   * It answers a request of unknown shape, which may have asked for a reply: a stream of messages
   * is read, whatever its type says of it. What is in one counts as in any other stream that nobody
   * is known to have asked for.
   */
  readonly mayBeReply?: boolean;
  /** Address of the response; '' or undefined if unknown. */
  readonly url?: string;
  /**
   * Somebody else has read the body so far, so this begins in the middle of it. Nothing is repaired
   * then.
   */
  readonly joined?: boolean;
  /** Value of the request header X-Conversation-Id, or null. */
  readonly conversation?: string | null;
  /**
   * Ids of the repairs that are on; DEFAULT_REPAIRS if undefined. They apply to server-sent events
   * of a chat.
   */
  readonly repairs?: ReadonlySet<string>;
  /** A repair besides those, of whole answers as well. */
  readonly added?: AddedRepair | null;
  /** Called when something failed in a body: the rest passes unchanged. */
  onBroken?(): void;
  /** Asked for each stored chat; if false, it passes untouched. */
  cleansStored?(): boolean;
  /** Called with the evidence of markers that each stored chat shows; see StoredChatsOptions. */
  onStoredEvidence?: StoredChatsOptions['onEvidence'];
  /** Called with the markers of those that prove to contain some; see HistoryRules. */
  onStoredProven?: StoredChatsOptions['onProven'];
  /**
   * Called with the number of markers removed from stored chats, those removed by rules included.
   */
  onStoredMarkers?(markers: number): void;
  /** Gets the input and the output of each frame while somebody inspects. */
  readonly tap?: FrameTap;
}

// Captured on import: the page shares our realm and may replace it later.
const UTF8 = new TextDecoder('utf-8', { ignoreBOM: true });

const NDJSON: readonly string[] = [
  'application/x-ndjson',
  'application/ndjson',
  'application/jsonl',
  'application/x-jsonlines',
];

/**
 * Creates the normalizer of one response body. The content type chooses the parser; the dialect is
 * recognised by the shape of the messages alone.
 * @returns null for a body that must be left untouched
 */
export function createBodyNormalizer(options: BodyOptions): BodyNormalizer | null {
  if (countsBytes(options)) return null;
  if (options.joined) return joinBody(options);
  const { isReply, mayBeReply = false } = options;
  const type = essence(options.contentType);
  if (NDJSON.includes(type)) {
    const lines = createNdjsonFraming();
    return createStored(lines, options) ?? createLines(options);
  }
  switch (type) {
    case 'text/event-stream':
      return createRows('events', options, createSse(options));
    case 'application/json': {
      const stored = createStored(WHOLE_JSON, options);
      if (stored) return stored;
      const json = createJsonFraming();
      const whole = isReply
        ? createRows('document', options, createWhole(json, options))
        : createStored(json, options, true);
      const sought = mayBeReply && !isReply ? 'messages' : 'events';
      return whole && createSniffer(options, whole, sought);
    }
    // Some proxies lose the content type of a stream.
    case 'text/plain':
      if (isReply) return createSniffer(options, createWhole(createTextFraming(), options));
      break;
    case 'application/octet-stream':
    case '':
      if (isReply) return createSniffer(options, PASS);
      break;
    // Servers and proxies mislabel streams. The first bytes tell whether this is one; if not,
    // everything passes at once.
    default:
      if (isReply && !MEDIA.test(type)) return createSniffer(options, PASS, 'events');
  }
  return mayBeReply && !isReply && SAYS_NOTHING.includes(type)
    ? createSniffer(options, PASS, 'messages')
    : null;
}

/** Types that servers give to a stream if nobody has set one. */
const SAYS_NOTHING: readonly string[] = ['', 'text/plain', 'text/html', 'application/octet-stream'];

/** @returns null for a body that can only be read from its beginning */
function joinBody(options: BodyOptions): BodyNormalizer | null {
  const type = essence(options.contentType);
  const isSse = type === 'text/event-stream';
  if (!isSse && (!NDJSON.includes(type) || storedChatsOf(options))) return null;
  const reply = createReply(options);
  reply.join();
  return createPlain(isSse ? createSseFraming() : createNdjsonFraming(), options, reply);
}

/** Media types that are never a stream of text. */
const MEDIA =
  /^(?:audio|font|image|model|multipart|video)\/|^application\/(?:gzip|pdf|wasm|zip)$|\/(?:css|javascript)$/;

/**
 * Paths of llama.cpp whose streams its page may resume, and those on which it asks for the rest.
 */
const RESUMABLE = /\/v1\/(?:(?:chat\/)?completions|responses|messages)(?:\?|$)/;
const RESUMED = /\/v1\/stream(?:[/?]|$)/;

/**
 * Returns whether the page counts the bytes of the body: llama-ui asks for the rest of a stream by
 * the number of bytes that it has read (ggml-org/llama.cpp#23226). Its server writes no markers, so
 * nothing is lost by leaving it alone.
 */
function countsBytes({ url = '', conversation = null }: BodyOptions): boolean {
  return RESUMED.test(url) || (conversation !== null && RESUMABLE.test(url));
}

function createSse(options: BodyOptions): BodyNormalizer {
  return createStreamNormalizer(createSseFraming(), createReply(options), {
    ...options,
    enabled: options.repairs ?? DEFAULT_REPAIRS,
  });
}

/** A body that may be objects in a row; `other` reads any that is not, from its first byte. */
function createRows(besides: Besides, options: BodyOptions, other: BodyNormalizer): BodyNormalizer {
  let chosen: BodyNormalizer | null = null;
  const create = (): BodyNormalizer =>
    createPlain(createRowFraming(), options, createReply(options));
  const body: BodyNormalizer = {
    push(chunk) {
      if (chunk.length === 0) return other.push(chunk);
      chosen ??=
        chunk[0] === OPEN_OBJECT
          ? createRowChoice(besides, create, other, options.onBroken)
          : other;
      // What follows takes no detour.
      body.push = chosen.push;
      return chosen.push(chunk);
    },
    end: (how) => (chosen ?? other).end(how),
    idle: () => (chosen ?? other).idle(),
    waits: () => (chosen ?? other).waits(),
  };
  return body;
}

const OPEN_OBJECT = 0x7b;

/** Lines of JSON. */
function createLines(options: BodyOptions): BodyNormalizer {
  const lines = createPlain(createNdjsonFraming(), options, createReply(options));
  return createRows('lines', options, lines);
}

/** A body without repairs. */
function createPlain(
  framing: Framing,
  { tap, onBroken, added, report }: BodyOptions,
  reply: Reply,
): BodyNormalizer {
  return createStreamNormalizer(framing, reply, { tap, onBroken, ...(added && { added, report }) });
}

/** A body that is one message. */
function createWhole(framing: Framing, options: BodyOptions): BodyNormalizer {
  return createPlain(framing, options, createReply(startWithProgress(options)));
}

/** @param anywhere whatever its address @returns null for a body without stored chats */
function createStored(
  framing: Framing,
  options: BodyOptions,
  anywhere = false,
): BodyNormalizer | null {
  const { tap, onBroken } = options;
  const stored = storedChatsOf(options, anywhere);
  // Most answers contain no marker: they are not even parsed.
  const read: Framing['read'] = (text) =>
    anywhere && isPlain(text, options) ? null : framing.read(text);
  return (
    stored &&
    createStreamNormalizer(
      { ...framing, read },
      stored,
      anywhere ? { onBroken } : { tap, onBroken, isStored: true },
    )
  );
}

/** Returns whether nothing in it could be removed from a stored chat. */
function isPlain(text: string, { rules }: BodyOptions): boolean {
  return !rules && !/`|\\u0060/.test(text);
}

function storedChatsOf(options: BodyOptions, anywhere = false): Reply | null {
  const {
    url = '',
    rules,
    cleansStored: cleans,
    expectsMarkers,
    onStoredEvidence: onEvidence,
    onStoredProven: onProven,
  } = options;
  const onMarkers = (markers: number): void => options.onStoredMarkers?.(markers);
  return findStoredChats(url, onMarkers, {
    rules,
    cleans,
    expectsMarkers,
    anywhere,
    onEvidence,
    onProven,
  });
}

/**
 * UIs request titles and tags like replies, mostly without streaming. Such an answer counts as a
 * reply of its own only if something in it is worth reporting.
 */
function startWithProgress(options: BodyOptions): BodyOptions {
  let started = false;
  return {
    ...options,
    report(event) {
      if (event.type === 'start') return;
      if (event.type === 'progress' && !started) {
        started = true;
        options.report?.({ type: 'start' });
      }
      options.report?.(event);
    },
  };
}

/** @returns the media type without parameters, in lower case; '' if there is none */
function essence(contentType: string | null): string {
  return (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/**
 * Decides by the first bytes of an untyped body whether it is SSE, JSON lines, a data stream or
 * something else.
 * @param other reads the body if it is something else
 * @param sought `events`: server-sent events only; `messages`: whatever begins with a whole message
 */
function createSniffer(
  options: BodyOptions,
  other: BodyNormalizer,
  sought: 'any' | 'events' | 'messages' = 'any',
): BodyNormalizer {
  let chosen: BodyNormalizer | null = null;
  let start = NO_BYTES;
  // Servers that set no type say this; of lines, none is known to.
  const isPage = essence(options.contentType) === 'text/html';

  function push(chunk: Uint8Array): readonly Uint8Array[] {
    if (chosen) return chosen.push(chunk);
    start = start.length === 0 ? copy(chunk) : concat([start, chunk]);
    chosen = chooseOrPass(false);
    if (chosen) return chosen.push(start);
    if (sought === 'any' || other !== PASS || !isBlank(start)) return [];
    const blanks = start;
    start = NO_BYTES;
    return [blanks];
  }

  function chooseOrPass(final: boolean): BodyNormalizer | null {
    try {
      return choose(final) ?? (final ? other : null);
    } catch {
      options.onBroken?.();
      return PASS; // a page may break what we rely on; it still gets its bytes
    }
  }

  /** @returns null while there are too few bytes to decide */
  function choose(final: boolean): BodyNormalizer | null {
    const marked = BYTE_ORDER_MARK.every((byte, i) => i >= start.length || start[i] === byte);
    if (marked && start.length < BYTE_ORDER_MARK.length && !final) return null;
    let at = marked ? BYTE_ORDER_MARK.length : 0;
    const limit = at + MAX_BLANKS;
    while (at < limit && at < start.length && isBlankByte(start[at])) at++;
    if (at === limit) return other;
    const head = String.fromCharCode(...start.subarray(at, at + MAX_HEAD));
    // Nothing that is JSON begins so.
    const isSse = SSE_STARTS.some((field) => head.startsWith(field));
    if (isSse && (sought !== 'messages' || other !== PASS)) return createSse(options);
    if (sought === 'messages') return chooseByMessage(UTF8.decode(view(start, at)), final);
    const isAny = sought === 'any';
    const undecided =
      !final &&
      (SSE_STARTS.some((field) => field.startsWith(head)) ||
        (isAny && BEGUN_DATA_STREAM.test(head)));
    if (isAny && head.startsWith('{')) return createLines(options);
    if (isAny && DATA_STREAM_START.test(head)) return createDataStream();
    return undecided ? null : other;
  }

  function chooseByMessage(text: string, final: boolean): BodyNormalizer | null {
    const written = writtenAs(text, final);
    if (written === 'events') return createSse(options);
    if (written === 'other' || (written && isPage)) return other;
    if (written === 'data-stream') return createDataStream();
    // A document in one line may be a stored chat.
    const mayBeChat = other !== PASS && !text.trim().includes('\n') && !isPlain(text, options);
    if (written === 'lines' && mayBeChat) return final ? other : null;
    return written && createLines(options);
  }

  const createDataStream = (): BodyNormalizer =>
    createPlain(createDataStreamFraming(), options, createReply(options));

  function end(how?: BodyEnd): Uint8Array {
    if (chosen) return chosen.end(how);
    chosen = chooseOrPass(true) ?? PASS;
    const parts = chosen.push(start);
    return concat([concat(parts), chosen.end(how)]);
  }

  return {
    push,
    end,
    idle: () => chosen?.idle() ?? NO_BYTES,
    waits: () => chosen?.waits() ?? false,
  };
}

const PASS: BodyNormalizer = {
  push: (chunk) => [chunk],
  end: () => NO_BYTES,
  idle: () => NO_BYTES,
  waits: () => false,
};

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];
/** Bytes that tell what a body is. */
const MAX_HEAD = 32;
/** Most blanks skipped before the first field; no server sends that many. */
const MAX_BLANKS = 64;

function isBlank(bytes: Uint8Array): boolean {
  for (let i = 0; i < bytes.length; i++) if (!isBlankByte(bytes[i])) return false;
  return true;
}

/**
 * Tab, line feed, carriage return, space. Any other control character is part of the name behind
 * it.
 */
function isBlankByte(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;
}
