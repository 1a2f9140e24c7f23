/** Words in the name or scheme of a header that signs the body or holds a checksum of it: such a body must arrive unchanged. */
export const SIGNING = ['signature', 'digest', 'hmac', 'md5', 'sha1', 'sha256', 'sha384', 'sha512', 'checksum'];
/** The same, but only as whole words: other names contain them by chance, such as `x-design`. */
export const SIGNING_WORDS = ['-sign-', '-signed-', '-sig-'];
/** Asks for a digest of the response. */
export const ASKS_DIGEST = '-want-';
