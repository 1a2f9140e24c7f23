import { concat, copy, NO_BYTES, view } from '../../lib/bytes.ts';
import type { ReplyEvent } from '../reply/reply-event.ts';
import type { ReplyOptions } from '../reply/reply.ts';
import type { BodyNormalizer } from './stream-normalizer.ts';

/**
 * Streams that a page may resume later (llama.cpp, ggml-org/llama.cpp PR #23226). llama-ui sends a chat request with
 * the header X-Conversation-Id and counts the bytes up to the last line it has read. After a lost connection it asks
 * `GET /v1/stream?conv_id=…&from=N` (before: `/v1/stream/…?from=N`) for the rest; after a reload it asks for the whole
 * stream.
 */

/** The stream of a body, and the byte of it with which the body begins. */
export interface StreamPlace {
  readonly conversation: string;
  /** In bytes. */
  readonly from: number;
}

/** Paths whose streams llama.cpp can resume. */
const FIRST = /\/v1\/(?:(?:chat\/)?completions|responses|messages)(?:\?|$)/;
const RESUMED = /\/v1\/stream(?:\/([^/?]+)|\?(?:.*&)?conv_id=([^&]+)|[/?]|$)/;

/**
 * @param url address of the body
 * @param conversation value of X-Conversation-Id in the request, if any
 * @returns null for a body whose bytes the page does not count
 */
export function placeOf(url: string, conversation: string | null): StreamPlace | null {
  const resumed = RESUMED.exec(url);
  if (resumed)
    return { conversation: decode(resumed[1] ?? resumed[2] ?? ''), from: Number(/[?&]from=(\d+)/.exec(url)?.[1] ?? 0) };
  return conversation !== null && FIRST.test(url) ? { conversation, from: 0 } : null;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text; // invalid encoding: it names a stream all the same
  }
}

/** The bytes of a stream before a place, as the server sent them. */
export interface Before {
  /** Offset in the stream of the first of `bytes`. */
  readonly start: number;
  readonly bytes: Uint8Array;
  /**
   * Offset up to which the stream was received before. It is beyond the place if text was held back that the page did
   * not get.
   */
  readonly end: number;
}

/** What streams have sent so far, so that the rest can be read in its context. In memory only, and bounded. */
export interface StreamMemory {
  /**
   * Called when a body begins: forgets the part of its stream after that place.
   * @returns the bytes before it; none if unknown
   */
  open(place: StreamPlace): Before;
  add(place: StreamPlace, chunk: Uint8Array): void;
  /** Called when the stream reports its end. */
  forget(place: StreamPlace): void;
}

/** Bytes remembered of one stream, as many as llama.cpp keeps; a longer stream is forgotten. */
const MAX_BYTES = 4 * 1024 * 1024;
/** Streams remembered; beyond that, the oldest is forgotten. */
const MAX_STREAMS = 4;

interface Remembered {
  readonly start: number;
  readonly parts: Uint8Array[];
  /** Bytes in all parts. */
  length: number;
}

export function createStreamMemory(): StreamMemory {
  const streams = new Map<string, Remembered>();

  function before({ conversation, from }: StreamPlace): Before {
    const known = streams.get(conversation);
    const end = known ? known.start + known.length : from;
    if (!known || from < known.start || from > end) return { start: from, bytes: NO_BYTES, end: from };
    // A stream read from its very start may be a new one.
    return { start: known.start, bytes: view(concat(known.parts), 0, from - known.start), end: from === 0 ? 0 : end };
  }

  return {
    open(place) {
      const found = before(place);
      const { start, bytes } = found;
      streams.delete(place.conversation);
      streams.set(place.conversation, { start, parts: [bytes], length: bytes.length });
      for (const oldest of streams.keys()) {
        if (streams.size <= MAX_STREAMS) break;
        streams.delete(oldest);
      }
      return found;
    },
    add({ conversation }, chunk) {
      const stream = streams.get(conversation);
      if (!stream) return;
      stream.length += chunk.length;
      if (stream.length > MAX_BYTES) streams.delete(conversation);
      else stream.parts[stream.parts.length] = copy(chunk);
    },
    forget: ({ conversation }) => void streams.delete(conversation),
  };
}

/**
 * Normalizes a body that begins in the middle of a stream as the rest of that stream: the bytes before it are read
 * again without reporting, and their output is dropped.
 * @param create makes a normalizer that keeps the length of its input
 * @param create.inMiddle it begins in the middle of a text
 */
export function createResumedNormalizer(
  place: StreamPlace,
  memory: StreamMemory,
  options: ReplyOptions,
  create: (options: ReplyOptions, inMiddle: boolean) => BodyNormalizer,
): BodyNormalizer {
  const { start, bytes, end } = memory.open(place);
  /** Offset in the stream of the next byte to read. */
  let read = start;
  /** Offset of the next byte of output; the page has all bytes before `place.from`. */
  let given = start;
  /** The bytes being read were, or will be, reported with another body. */
  let silent = false;
  /** Number of calls reported; a known call is reported again under its number. */
  let calls = 0;
  let begun = false;
  let over = false;

  const normalizer = create(
    {
      ...options,
      report(event) {
        if (isKnown(event)) return;
        if (event.type === 'end' && !over) memory.forget(place);
        if (event.type === 'progress') calls = Math.max(calls, event.progress.call + 1);
        options.report?.(event);
      },
    },
    start > 0,
  );

  /** Was it reported before, or will it be? */
  function isKnown(event: ReplyEvent): boolean {
    if (!silent) return false;
    if (event.type === 'progress') return event.progress.call >= calls;
    return event.type === 'marker' || event.type === 'event' || event.type === 'rule';
  }

  function begin(): void {
    if (begun) return;
    begun = true;
    feed(bytes);
  }

  /** @returns the output that the page does not have yet */
  function feed(chunk: Uint8Array): readonly Uint8Array[] {
    const known = Math.min(Math.max(end - read, 0), chunk.length);
    read += chunk.length;
    const out: Uint8Array[] = [];
    if (known > 0) {
      silent = true;
      // Parts of one chunk must not share its buffer.
      give(normalizer.push(copy(chunk, 0, known)), out);
      silent = false;
    }
    if (known < chunk.length) give(normalizer.push(view(chunk, known)), out);
    return out;
  }

  function give(parts: readonly Uint8Array[], out: Uint8Array[]): Uint8Array[] {
    for (let i = 0; i < parts.length; i++) {
      const part = parts[i] ?? NO_BYTES;
      const had = Math.min(Math.max(place.from - given, 0), part.length);
      given += part.length;
      if (had < part.length) out[out.length] = had === 0 ? part : view(part, had);
    }
    return out;
  }

  return {
    push(chunk) {
      begin();
      memory.add(place, chunk);
      return feed(chunk);
    },
    end(how) {
      begin();
      over = true;
      silent = how === 'cut';
      const rest = give([normalizer.end()], []);
      // Where the stream was cut off, the page asks for the rest.
      return silent ? NO_BYTES : concat(rest);
    },
    idle: () => concat(give([normalizer.idle()], [])),
    waits: normalizer.waits,
  };
}
