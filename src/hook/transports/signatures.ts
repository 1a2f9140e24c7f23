import { charCodeAt, includes, lowerCase, slice } from '../realm/natives.ts';

/** Words in the name of a header that signs the body or holds a checksum of it: such a body must arrive unchanged. */
const SAYS = ['signature', 'digest', 'hmac', 'md5', 'sha1', 'sha256', 'sha384', 'sha512', 'checksum'];
/** The same, but only as whole words: other names contain them by chance, such as `x-design`. */
const WORDS = ['-sign-', '-signed-', '-sig-'];
/** Asks for a digest of the response. */
const ASKS = '-want-';

/** Returns whether this header signs the body; true also if that cannot be determined without running page code. */
export function isSignature(name: unknown, value: unknown): boolean {
  if (typeof name !== 'string') return true;
  const words = wordsOf(name);
  if (includes(words, ASKS)) return false;
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
  for (let i = 0; i < SAYS.length; i++) if (includes(words, SAYS[i] ?? '')) return true;
  for (let i = 0; i < WORDS.length; i++) if (includes(words, WORDS[i] ?? '')) return true;
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
