import { concat, copy, NO_BYTES, view } from '../../lib/bytes.ts';
import type { ReplyEvent } from '../reply/reply-event.ts';
import type { ReplyOptions } from '../reply/reply.ts';
import type { BodyNormalizer } from './stream-normalizer.ts';

/**
 * Streams that a page may go on reading later (llama.cpp, ggml-org/llama.cpp PR #23226). llama-ui sends a chat request with
 * the header X-Conversation-Id, counts the bytes up to the last line it has read, and after a lost connection asks
 * `GET /v1/stream?conv_id=…&from=N` (before: `/v1/stream/…?from=N`) for the rest; after a reload it asks for all of it.
 */

/** Where in which stream a body begins. */
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
 * @param conversation what X-Conversation-Id said in the request, if anything
 * @returns null for a body whose bytes nobody counts
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
    return text; // no such encoding: it names a stream all the same
  }
}

/** What a stream has brought before a place, as it came from the server. */
export interface Before {
  /** The byte of the stream with which `bytes` begin. */
  readonly start: number;
  readonly bytes: Uint8Array;
  /** Up to this byte the stream has come before: further than to the place, where text was held that the page did not get. */
  readonly end: number;
}

/** What streams have brought so far, so that the rest can be read as the rest: in memory only, and bounded. */
export interface StreamMemory {
  /**
   * A body begins: what is remembered of its stream behind that place is forgotten.
   * @returns what came before; no bytes where that is not known
   */
  open(place: StreamPlace): Before;
  add(place: StreamPlace, chunk: Uint8Array): void;
  /** The stream has said that it is over. */
  forget(place: StreamPlace): void;
}

/** Bytes remembered of a stream, as many as llama.cpp keeps; of a longer one nothing is. */
const MAX_BYTES = 4 * 1024 * 1024;
/** Streams remembered; beyond, the oldest is forgotten. */
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
    // From its very start a stream may be another.
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
 * Normalizes a body that begins at some place of a stream as the rest of that stream: what came before is read again, in
 * silence, and what it gives is held back.
 * @param create makes a normalizer that keeps the length of what it is given
 * @param create.inMiddle it begins in the middle of a text
 */
export function createResumedNormalizer(
  place: StreamPlace,
  memory: StreamMemory,
  options: ReplyOptions,
  create: (options: ReplyOptions, inMiddle: boolean) => BodyNormalizer,
): BodyNormalizer {
  const { start, bytes, end } = memory.open(place);
  /** The byte of the stream that goes in next. */
  let read = start;
  /** The one that comes out next; the page has those before `place.from`. */
  let given = start;
  /** What is read now has come in another body before, or will come. */
  let silent = false;
  /** Reported calls, by their numbers: a known call is reported again under its number. */
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

  /** It was reported before, or it will be. */
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

  /** @returns what comes out and the page does not have yet */
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
      // Where the stream was cut, the page asks for it.
      return silent ? NO_BYTES : concat(rest);
    },
    idle: () => concat(give([normalizer.idle()], [])),
    waits: normalizer.waits,
  };
}
