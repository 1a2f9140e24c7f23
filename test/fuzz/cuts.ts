import { concat } from '../../src/lib/bytes.ts';
import type { BodyNormalizer } from '../../src/normalizer/bodies/stream-normalizer.ts';
import type { Random } from './random.ts';

/**
 * @param most approximate limit of chunks: each is expensive
 * @returns ascending offsets at which a body of `length` bytes is cut into chunks, in one of
 * several ways; maybe none
 */
export function endsOf(random: Random, length: number, most = 60): number[] {
  const ends: number[] = [];
  const step = Math.max(random.pick([length, 8, 64, 300, 1500, 20_000]), Math.ceil(length / most));
  for (let at = random.between(0, step); at < length; at += random.between(1, step))
    if (at > 0) ends.push(at);
  return ends;
}

/**
 * @returns the offsets where the frames of a body end, except the last: a live reply arrives frame
 * by frame
 */
export function endsOfFrames(frames: readonly { readonly length: number }[]): number[] {
  let at = 0;
  return frames.map(({ length }) => (at += length)).slice(0, -1);
}

/** @returns every offset of a body */
export function everyByte(length: number): number[] {
  return Array.from({ length: Math.max(0, length - 1) }, (_, at) => at + 1);
}

/**
 * Pushes a body in chunks that end at `ends`. Every chunk has a buffer of its own, which is
 * overwritten once the output was copied, as by a page that reuses it.
 * @param between called with the output after each push
 * @returns the whole output
 */
export function pushCut(
  normalizer: BodyNormalizer,
  body: Uint8Array,
  ends: readonly number[],
  between?: (out: Uint8Array) => void,
): Uint8Array {
  const out: Uint8Array[] = [];
  let at = 0;
  for (let i = 0; i <= ends.length; i++) {
    const end = ends[i] ?? body.length;
    const chunk = new Uint8Array(body.subarray(at, end));
    at = end;
    const parts = normalizer.push(chunk);
    const copied = parts.map((part) => new Uint8Array(part));
    out.push(...copied);
    chunk.fill(0x21);
    between?.(copied.length === 1 && copied[0] ? copied[0] : concat(copied));
  }
  out.push(normalizer.end());
  return concat(out);
}
