import { createBodyNormalizer } from '../../normalizer/bodies/body-normalizer.ts';
import { concat } from '../../lib/bytes.ts';
import { headOf, headersOf } from './http-response.ts';

/** Most bytes that are read to tell what comes. */
const MAX_HEAD = 65_536;
/** How a stream of events begins. */
const SSE = /^\s*(?:(?:data|event|id|retry):|:)/;
/** What may still become one. */
const BEGUN = /^\s*(?:H|HT|HTT|HTTP|HTTP\/[^]*|[a-z]{0,5})$/;
const LINES = /^application\/(?:x-ndjson|ndjson|jsonl|x-jsonlines)\b/i;

/**
 * Cleans a stream of events, or of lines that a head declares, as it is read: in constant memory,
 * and each frame before the next comes.
 * @param source a recording, cut anywhere
 * @param write gets the cleaned body; awaited
 * @returns null if that was done; else all bytes, of which nothing was written
 */
export async function filterReply(
  source: AsyncIterable<Uint8Array>,
  write: (bytes: Uint8Array) => unknown,
): Promise<Uint8Array | null> {
  const read: Uint8Array[] = [];
  let stream: ReturnType<typeof streamOf> = 'begun';
  for await (const chunk of source) {
    if (typeof stream === 'object') {
      await write(concat(stream.normalizer.push(chunk.slice())));
      continue;
    }
    read.push(chunk);
    if (stream === 'none') continue;
    const all = concat(read);
    stream = streamOf(all);
    if (typeof stream === 'object') {
      read.length = 0;
      await write(concat(stream.normalizer.push(all.slice(stream.from))));
    }
  }
  if (typeof stream !== 'object') return concat(read);
  await write(stream.normalizer.end());
  return null;
}

/**
 * @returns the stream that begins with these bytes, and where its body does; whether it may still
 * become one
 */
function streamOf(bytes: Uint8Array) {
  const begun = bytes.length < MAX_HEAD ? 'begun' : 'none';
  let from = 0;
  let fields = new Map<string, string>();
  for (let head = headOf(bytes); head; head = headOf(bytes.subarray(from))) {
    if (!head.isWhole) return begun;
    fields = headersOf(head.text);
    from += head.length;
  }
  const start = new TextDecoder().decode(bytes.subarray(from, from + 256)).replace(/^\ufeff/, '');
  const contentType = fields.get('content-type') ?? null;
  const isLines = LINES.test(contentType ?? '') && /^\s*\{/.test(start);
  if (fields.has('content-encoding')) return 'none';
  if (!isLines && !SSE.test(start)) return BEGUN.test(start) ? begun : 'none';
  const normalizer = createBodyNormalizer({
    contentType,
    sessionId: fields.get('x-hermes-session-id') ?? null,
    isReply: true,
    // All that is known of its site is what the recording itself shows.
    expectsMarkers: () => false,
  });
  return normalizer ? { normalizer, from } : 'none';
}
