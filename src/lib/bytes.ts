/**
 * Byte arrays through natives captured on import, so that bytes get out even when a page has broken
 * its own realm.
 */

const { apply } = Reflect;
const Bytes = Uint8Array;
const nativeSet = Uint8Array.prototype.set;
const nativeSlice = Uint8Array.prototype.slice;
const nativeSubarray = Uint8Array.prototype.subarray;

export const NO_BYTES: Uint8Array = new Bytes(0);

/** @returns one array with the bytes of all parts; if there is only one part, that part itself */
export function concat(parts: readonly Uint8Array[]): Uint8Array {
  if (parts.length === 1 && parts[0]) return parts[0];
  let length = 0;
  for (let i = 0; i < parts.length; i++) length += parts[i]?.length ?? 0;
  const result = new Bytes(length);
  let at = 0;
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i] ?? NO_BYTES;
    put(result, part, at);
    at += part.length;
  }
  return result;
}

/** Writes `bytes` into `target` at offset `at`, where they must fit. */
export function put(target: Uint8Array, bytes: Uint8Array, at: number): void {
  apply(nativeSet, target, [bytes, at]);
}

/** @returns `length` zero bytes */
export function zeros(length: number): Uint8Array {
  return new Bytes(length);
}

/** @returns the bytes [from, to) in a buffer of their own */
export function copy(bytes: Uint8Array, from = 0, to = bytes.length): Uint8Array {
  return apply(nativeSlice, bytes, [from, to]);
}

/** @returns the bytes [from, to) in the same buffer */
export function view(bytes: Uint8Array, from: number, to = bytes.length): Uint8Array {
  return apply(nativeSubarray, bytes, [from, to]);
}

/** @returns `length` bytes of a buffer, starting at an offset */
export function viewOf(buffer: ArrayBufferLike, offset: number, length: number): Uint8Array {
  return new Bytes(buffer, offset, length);
}
