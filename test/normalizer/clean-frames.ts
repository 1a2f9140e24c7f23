import { expect } from 'vitest';
import { bytesOf, endsEvery, normalizeCut, textOf } from './splits.ts';

/** Writes data as server-sent events; what begins with a colon is a comment. */
export function framesOf(...data: readonly string[]): string {
  return data.map((each) => (each.startsWith(':') ? `${each}\n\n` : `data: ${each}\n\n`)).join('');
}

/**
 * Cleans a body in pieces of several sizes, with a cut at every byte in one of them, and expects
 * the same of each.
 */
export function cleanEveryCut(body: string): string {
  const bytes = bytesOf(body);
  const whole = textOf(normalizeCut(bytes, []).bytes);
  for (const size of [1, 2, 3, 64])
    expect(textOf(normalizeCut(bytes, endsEvery(bytes.length, size)).bytes)).toBe(whole);
  return whole;
}
