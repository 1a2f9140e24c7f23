/**
 * Words in the name or scheme of a header that signs the body or holds a checksum of it: such a
 * body must arrive unchanged.
 */
const SIGNING = [
  'signature',
  'digest',
  'hmac',
  'md5',
  'sha1',
  'sha256',
  'sha384',
  'sha512',
  'checksum',
  'crc32',
  'crc64',
  'bodyhash',
  'body-hash',
  'content-hash',
  'payload-hash',
  'request-hash',
  'goog-hash',
];
/** The same, but only as whole words: other names contain them by chance, such as `x-design`. */
const SIGNING_WORDS = ['-sign-', '-signed-', '-sig-', '-mac-', '-jws-'];
/** Schemes of `authorization` whose names do not say so. */
const SIGNING_SCHEMES = ['-hawk-', '-sharedkey-', '-sharedkeylite-'];
/** Asks for a digest of the response. */
const ASKS_DIGEST = '-want-';

/**
 * Returns whether this header signs the body; true also if that cannot be determined without
 * running page code.
 */
export function isSignature(name: unknown, value: unknown): boolean {
  if (typeof name !== 'string') return true;
  const words = wordsOf(name);
  if (words.includes(ASKS_DIGEST)) return false;
  return says(words) || (words.includes('-authorization-') && isSigned(value));
}

/**
 * Returns whether this `authorization` value depends on the body. Bearer and basic tokens never do:
 * they can contain any word.
 */
function isSigned(value: unknown): boolean {
  if (typeof value !== 'string') return true;
  const scheme = wordsOf(/[^ \t]+/.exec(value)?.[0] ?? '');
  return (
    says(scheme) ||
    SIGNING_SCHEMES.includes(scheme) ||
    (scheme !== '-bearer-' && scheme !== '-basic-' && value.toLowerCase().includes('signature='))
  );
}

function says(words: string): boolean {
  return (
    SIGNING.some((word) => words.includes(word)) ||
    SIGNING_WORDS.some((word) => words.includes(word))
  );
}

/** `X-Api_Sign` becomes `-x-api-sign-`. */
function wordsOf(text: string): string {
  return `-${text.toLowerCase().replace(/[^a-z0-9]/g, '-')}-`;
}
