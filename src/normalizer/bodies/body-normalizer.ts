// Bodies: one body from its first byte to its last. `createBodyNormalizer` chooses the kind; the others are not for
// outside.

import { concat, copy, NO_BYTES } from '../../lib/bytes.ts';
import { createDataStreamFraming, DATA_STREAM_START } from '../framing/data-stream-lines.ts';
import type { FrameTap } from '../reply/frame-trace.ts';
import { cleanJsonMessage, createJsonBody } from './json-body.ts';
import { createNdjsonFraming } from '../framing/ndjson-lines.ts';
import { createTextBody } from './text-body.ts';
import { DEFAULT_REPAIRS } from '../repairs/all-repairs.ts';
import { createReply, type ReplyOptions } from '../reply/reply.ts';
import { createResumedNormalizer, createStreamMemory, placeOf, type StreamMemory } from './resumed-streams.ts';
import { keepFrames, keepLengths } from './same-length.ts';
import { createSseFraming } from '../framing/sse-frames.ts';
import { findStoredChats, type StoredChats, type StoredChatsOptions } from '../stored-chats/stored-chats.ts';
import { createStreamNormalizer, type BodyEnd, type BodyNormalizer } from './stream-normalizer.ts';
import { traceBody } from './traced-body.ts';

export type { BodyEnd, BodyNormalizer } from './stream-normalizer.ts';

export interface BodyOptions extends ReplyOptions {
  /** Value of the `content-type` header, or null. */
  readonly contentType: string | null;
  /** The request asked an agent for a reply: JSON, plain text and untyped bodies are looked at too. */
  readonly isReply: boolean;
  /** Address that the body came from; '' or nothing where it is not known. */
  readonly url?: string;
  /** The body was read by somebody else so far: this begins in its middle. Then nothing is repaired. */
  readonly joined?: boolean;
  /** Value of the request header X-Conversation-Id, or null: on a path of llama.cpp the page counts the bytes it reads. */
  readonly conversation?: string | null;
  /** What the page has read of such streams; nothing where it is not to be remembered. */
  readonly streams?: StreamMemory;
  /**
   * Ids of the repairs that are on; DEFAULT_REPAIRS where nothing is said. They are for the server-sent events of a chat
   * whose bytes nobody counts.
   */
  readonly repairs?: ReadonlySet<string>;
  /** Called when something failed in a body: the rest goes on as it came. */
  onBroken?(): void;
  /** Asked for each stored chat: while it says no, they pass untouched. */
  cleansStored?(): boolean;
  /** Called with what each stored chat shows of markers; see StoredChatsOptions. */
  onStoredEvidence?: StoredChatsOptions['onEvidence'];
  /** Called with how many markers stored chats have lost, with what rules took out of them. */
  onStoredMarkers?(markers: number): void;
  /** Gets what comes and what leaves, while somebody inspects. */
  readonly tap?: FrameTap;
}

const NDJSON: readonly string[] = [
  'application/x-ndjson',
  'application/ndjson',
  'application/jsonl',
  'application/x-jsonlines',
];

/**
 * Creates the normalizer of one response body. The content type chooses the parser; what a body says is recognised by
 * its shape alone.
 * @returns null for a body that is none of our business: it must be left untouched
 */
export function createBodyNormalizer(options: BodyOptions): BodyNormalizer | null {
  if (options.joined) return joinBody(options);
  switch (essence(options.contentType)) {
    case 'text/event-stream':
      return createSse(options);
    case 'application/x-ndjson':
    case 'application/ndjson':
    case 'application/jsonl':
    case 'application/x-jsonlines':
      return createStreamNormalizer(createNdjsonFraming(), storedChatsOf(options)?.lines ?? createReply(options), {
        tap: options.tap,
        onBroken: options.onBroken,
      });
    case 'application/json':
      return createJson(options);
    // Some proxies lose the type of a stream.
    case 'text/plain':
      return options.isReply
        ? createSniffer(
            options,
            traceBody(createTextBody(createReply(startWithProgress(options)), options.onBroken), options.tap),
          )
        : null;
    case 'application/octet-stream':
    case '':
      return options.isReply ? createSniffer(options, PASS) : null;
    // Servers and proxies mislabel streams: the first bytes say what it is, and all else passes at once.
    default:
      return options.isReply && !MEDIA.test(essence(options.contentType)) ? createSniffer(options, PASS, true) : null;
  }
}

/** @returns null for a body that makes sense from its beginning only */
function joinBody(options: BodyOptions): BodyNormalizer | null {
  const type = essence(options.contentType);
  const isSse = type === 'text/event-stream' && !placeOf(options.url ?? '', options.conversation ?? null);
  if (!isSse && (!NDJSON.includes(type) || storedChatsOf(options))) return null;
  const reply = createReply(options);
  reply.join();
  return createStreamNormalizer(isSse ? createSseFraming() : createNdjsonFraming(), reply, {
    tap: options.tap,
    onBroken: options.onBroken,
  });
}

/** Types of which no body is a stream of text. */
const MEDIA =
  /^(?:audio|font|image|model|multipart|video)\/|^application\/(?:gzip|pdf|wasm|zip)$|\/(?:css|javascript)$/;

function createSse(options: BodyOptions): BodyNormalizer {
  const place = placeOf(options.url ?? '', options.conversation ?? null);
  if (place)
    return traceBody(
      createResumedNormalizer(place, options.streams ?? createStreamMemory(), options, (counted, inMiddle) =>
        createCounted(counted, inMiddle, options.onBroken),
      ),
      options.tap,
    );
  return createStreamNormalizer(createSseFraming(), createReply(options), {
    ...options,
    enabled: options.repairs ?? DEFAULT_REPAIRS,
  });
}

/** Frames keep their length, which repairs do not: llama-ui, which counts them, needs none of its own server. */
function createCounted(options: ReplyOptions, inMiddle: boolean, onBroken: BodyOptions['onBroken']): BodyNormalizer {
  const reply = createReply(options);
  if (inMiddle) reply.skip();
  return createStreamNormalizer(keepLengths(createSseFraming()), keepFrames(reply), { onBroken });
}

function createJson(options: BodyOptions): BodyNormalizer | null {
  const stored = storedChatsOf(options);
  if (stored) return traceBody(createJsonBody(stored.clean, options.onBroken), options.tap);
  if (!options.isReply) return null;
  const reply = createReply(startWithProgress(options));
  return createSniffer(
    options,
    traceBody(
      createJsonBody((text) => cleanJsonMessage(text, reply), options.onBroken),
      options.tap,
    ),
    true,
  );
}

function storedChatsOf({
  url = '',
  rules,
  cleansStored,
  expectsMarkers,
  onStoredEvidence,
  onStoredMarkers,
}: BodyOptions): StoredChats | null {
  const options = { rules, cleans: cleansStored, expectsMarkers, onEvidence: onStoredEvidence };
  return findStoredChats(url, (markers) => onStoredMarkers?.(markers), options);
}

/**
 * UIs ask for titles and tags the same way as for replies, mostly without streaming: such an answer counts as a reply of
 * its own only when there is something to tell of it.
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

/** @returns the media type without parameters, lower case; '' for none */
function essence(contentType: string | null): string {
  return (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/**
 * Decides by the first bytes of an untyped body: SSE fields, JSON lines, a data stream, or none of them.
 * @param other reads what is none of them
 * @param onlySse server-sent events alone are looked for
 */
function createSniffer(options: BodyOptions, other: BodyNormalizer, onlySse = false): BodyNormalizer {
  let chosen: BodyNormalizer | null = null;
  let start = NO_BYTES;

  function push(chunk: Uint8Array): readonly Uint8Array[] {
    if (chosen) return chosen.push(chunk);
    start = start.length === 0 ? copy(chunk) : concat([start, chunk]);
    chosen = chooseOrPass(false);
    if (chosen) return chosen.push(start);
    if (!onlySse || other !== PASS || !isBlank(start)) return [];
    const blanks = start;
    start = NO_BYTES;
    return [blanks];
  }

  function chooseOrPass(final: boolean): BodyNormalizer | null {
    try {
      return choose(start, options, other, final, onlySse) ?? (final ? other : null);
    } catch {
      options.onBroken?.();
      return PASS; // a page may break what we rely on; it still gets its bytes
    }
  }

  function end(how?: BodyEnd): Uint8Array {
    if (chosen) return chosen.end(how);
    chosen = chooseOrPass(true) ?? PASS;
    const parts = chosen.push(start);
    return concat([concat(parts), chosen.end(how)]);
  }

  return { push, end, idle: () => chosen?.idle() ?? NO_BYTES, waits: () => chosen?.waits() ?? false };
}

const PASS: BodyNormalizer = {
  push: (chunk) => [chunk],
  end: () => NO_BYTES,
  idle: () => NO_BYTES,
  waits: () => false,
};

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];
/** Blanks before the first field; no server sends that many. */
const MAX_BLANKS = 64;
const SSE_STARTS = ['data:', 'event:', 'id:', 'retry:', ':'];

function isBlank(bytes: Uint8Array): boolean {
  for (let i = 0; i < bytes.length; i++) if (!isBlankByte(bytes[i])) return false;
  return true;
}

/** Tab, line feed, carriage return, space. Any other control is a part of the name behind it. */
function isBlankByte(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;
}

/** @returns null while too little has come to decide */
function choose(
  start: Uint8Array,
  options: BodyOptions,
  other: BodyNormalizer,
  final: boolean,
  onlySse: boolean,
): BodyNormalizer | null {
  const marked = BYTE_ORDER_MARK.every((byte, i) => i >= start.length || start[i] === byte);
  if (marked && start.length < BYTE_ORDER_MARK.length && !final) return null;
  let at = marked ? BYTE_ORDER_MARK.length : 0;
  const limit = at + MAX_BLANKS;
  while (at < limit && at < start.length && isBlankByte(start[at])) at++;
  if (at === limit) return other;
  const head = String.fromCharCode(...start.subarray(at, at + 6));
  if (SSE_STARTS.some((field) => head.startsWith(field))) {
    return createSse(options);
  }
  if (onlySse) return !final && SSE_STARTS.some((field) => field.startsWith(head)) ? null : other;
  if (head.startsWith('{'))
    return createStreamNormalizer(createNdjsonFraming(), createReply(options), {
      tap: options.tap,
      onBroken: options.onBroken,
    });
  if (DATA_STREAM_START.test(head.slice(0, 3))) {
    return head.length > 2
      ? createStreamNormalizer(createDataStreamFraming(), createReply(options), {
          tap: options.tap,
          onBroken: options.onBroken,
        })
      : null;
  }
  const undecided = SSE_STARTS.some((field) => field.startsWith(head));
  return undecided && !final ? null : other;
}
