import { charCodeAt, includes, lowerCase, slice } from '../realm/natives.ts';
import { ASKS_DIGEST, SIGNING, SIGNING_WORDS } from '../../lib/signing-headers.ts';

/** Returns whether this header signs the body; true also if that cannot be determined without running page code. */
export function isSignature(name: unknown, value: unknown): boolean {
  if (typeof name !== 'string') return true;
  const words = wordsOf(name);
  if (includes(words, ASKS_DIGEST)) return false;
  return says(words) || (includes(words, '-authorization-') && isSigned(value));
}

/**
 * Returns whether this `authorization` value depends on the body. Bearer and basic tokens never do: they can contain
 * any word.
 */
function isSigned(value: unknown): boolean {
  if (typeof value !== 'string') return true;
  const scheme = wordsOf(firstWord(value));
  return says(scheme) || (scheme !== '-bearer-' && scheme !== '-basic-' && includes(lowerCase(value), 'signature='));
}

function says(words: string): boolean {
  for (let i = 0; i < SIGNING.length; i++) if (includes(words, SIGNING[i] ?? '')) return true;
  for (let i = 0; i < SIGNING_WORDS.length; i++) if (includes(words, SIGNING_WORDS[i] ?? '')) return true;
  return false;
}

/** `X-Api_Sign` becomes `-x-api-sign-`. */
function wordsOf(text: string): string {
  const lower = lowerCase(text);
  let words = '-';
  for (let i = 0; i < lower.length; i++) words += isLetterOrDigit(charCodeAt(lower, i)) ? slice(lower, i, i + 1) : '-';
  return `${words}-`;
}

function firstWord(text: string): string {
  let from = 0;
  while (from < text.length && isBlank(charCodeAt(text, from))) from++;
  let to = from;
  while (to < text.length && !isBlank(charCodeAt(text, to))) to++;
  return slice(text, from, to);
}

function isLetterOrDigit(unit: number): boolean {
  return (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x30 && unit <= 0x39);
}

function isBlank(unit: number): boolean {
  return unit === 0x20 || unit === 0x09;
}
