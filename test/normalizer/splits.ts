import { concat } from '../../src/lib/bytes.ts';
import {
  createBodyNormalizer,
  type BodyOptions,
} from '../../src/normalizer/bodies/body-normalizer.ts';
import type { BodyNormalizer } from '../../src/normalizer/bodies/stream-normalizer.ts';
import type { Progress } from '../../src/normalizer/progress/progress-types.ts';
import { FULL, someOf } from '../support/speed.ts';

const ENCODER = new TextEncoder();
const DECODER = new TextDecoder('utf-8', { ignoreBOM: true });

export function bytesOf(text: string): Uint8Array {
  return ENCODER.encode(text);
}

export function textOf(bytes: Uint8Array | readonly Uint8Array[]): string {
  return DECODER.decode(bytes instanceof Uint8Array ? bytes : concat(bytes));
}

/** Compares long byte arrays without a deep comparison; shows a difference as text. */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && Buffer.compare(a, b) === 0;
}

/** Cuts into pieces of `size` units; the last may be shorter. Also cuts surrogate pairs. */
export function piecesOf(text: string, size: number): string[] {
  const pieces: string[] = [];
  for (let at = 0; at < text.length; at += size) pieces.push(text.slice(at, at + size));
  return pieces;
}

/** Cuts at offsets, in any order and with repetitions; those outside are ignored. */
export function cutAt(text: string, offsets: readonly number[]): string[] {
  const cuts = [...new Set(offsets.filter((at) => at > 0 && at < text.length))].sort(
    (a, b) => a - b,
  );
  return [...cuts, text.length].map((end, i) => text.slice(i === 0 ? 0 : cuts[i - 1], end));
}

/**
 * Splits of a text that every table is run with: whole, into single units, and in two at every
 * position. Of a long text these are spread over the whole, but for the full run.
 */
export function everySplit(text: string): string[][] {
  const positions = Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => at + 1);
  const inTwo = someOf(positions, SHORT).map((at) => [text.slice(0, at), text.slice(at)]);
  return [[text], piecesOf(text, 1), ...inTwo];
}

/** The result of a body that passed a normalizer. */
export interface Normalized {
  readonly bytes: Uint8Array;
  readonly events: readonly Progress[];
  readonly markers: number;
}

/**
 * Runs a body through a normalizer in chunks that end at `ends`. Every chunk has its own buffer,
 * which is detached as soon as its output was copied, as by a page that transfers what it read.
 */
export function normalizeCut(
  body: Uint8Array,
  ends: readonly number[],
  options: Partial<BodyOptions> = {},
): Normalized {
  const events: Progress[] = [];
  let markers = 0;
  const normalizer = createBodyNormalizer({
    contentType: 'text/event-stream',
    isReply: true,
    ...options,
    report(event) {
      if (event.type === 'progress') events.push(event.progress);
      if (event.type === 'marker') markers++;
      options.report?.(event);
    },
  });
  if (!normalizer) throw new Error('no normalizer for this content type');
  const bytes = concat(pushAll(normalizer, body, ends));
  return { bytes, events, markers };
}

/**
 * Pushes and detaches every chunk.
 * @returns copies of the output, the last element being the result of `end`
 */
export function pushAll(
  normalizer: BodyNormalizer,
  body: Uint8Array,
  ends: readonly number[],
): Uint8Array[] {
  const out: Uint8Array[] = [];
  let at = 0;
  for (const end of [...ends, body.length]) {
    if (end <= at) continue;
    const chunk = new Uint8Array(body.subarray(at, end));
    at = end;
    // Each part is transferred away before the next one is read.
    for (const part of normalizer.push(chunk)) {
      out.push(new Uint8Array(part));
      (part.buffer as ArrayBuffer).transfer();
    }
    if (!chunk.buffer.detached) chunk.buffer.transfer();
  }
  out.push(new Uint8Array(normalizer.end()));
  return out;
}

/** Bodies of up to so many bytes are cut everywhere in `npm test` too. */
const SHORT = 128;
/** Offsets that are tried of a longer one. */
const PLACES = 96;

/**
 * Where a body is cut in two: at every byte in the full run. Else at both ends of every line, next
 * to backticks and within characters of several bytes, and at offsets spread over the whole; if
 * these are many, at some of them.
 */
export function cutsOf(body: Uint8Array): readonly number[] {
  const all = Array.from(body, (_, at) => at + 1).slice(0, -1);
  if (FULL || body.length <= SHORT) return all;
  const LINE_FEED = 10;
  const BACKTICK = 96;
  const ASCII = 128;
  const telling = all.filter((at) =>
    [body[at - 1]!, body[at]!].some(
      (byte) => byte === LINE_FEED || byte === BACKTICK || byte >= ASCII,
    ),
  );
  return [...someOf(telling, PLACES), ...someOf(all, PLACES / 2)];
}

/** Ends of chunks of `size` bytes; none for 0, which means the whole body. */
export function endsEvery(length: number, size: number): number[] {
  const ends: number[] = [];
  if (size > 0) for (let at = size; at < length; at += size) ends.push(at);
  return ends;
}

/** One OpenAI chunk with a delta, as JSON text. */
export function chunkJson(
  content: string | undefined,
  extra: { index?: number; finish?: string; id?: string } = {},
): string {
  return JSON.stringify({
    id: extra.id ?? 'chatcmpl-test',
    object: 'chat.completion.chunk',
    model: 'some-model',
    choices: [
      {
        index: extra.index ?? 0,
        delta: content === undefined ? {} : { content },
        finish_reason: extra.finish ?? null,
      },
    ],
  });
}

/** An SSE body of deltas, a finish chunk and `[DONE]`. */
export function chatBody(deltas: readonly string[], extra: { id?: string } = {}): string {
  return [
    ...deltas.map((delta) => chunkJson(delta, extra)),
    chunkJson(undefined, { ...extra, finish: 'stop' }),
    '[DONE]',
  ]
    .map((data) => `data: ${data}\n\n`)
    .join('');
}

/** The text of one choice as a client joins it, read with JSON.parse line by line. */
export function joinedText(body: string, index = 0): string {
  let text = '';
  for (const line of body.split(/\r\n|\r|\n/)) {
    if (!line.startsWith('data:')) continue;
    const data = line.slice(5).trim();
    if (!data.startsWith('{')) continue;
    const { choices } = JSON.parse(data) as {
      choices?: { index: number; delta?: { content?: string | null } }[];
    };
    for (const choice of choices ?? [])
      if (choice.index === index) text += choice.delta?.content ?? '';
  }
  return text;
}

/**
 * @returns the text without line feeds that keep a span from looking injected behind what was
 * removed: which delta needs one depends on where it ends
 */
export function withoutSpare(text: string): string {
  return text.replace(/\n+(?=\n`[^\n]*`\n)/g, '');
}
