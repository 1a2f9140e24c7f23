/** @returns one UTF-16 unit per byte, so that offsets in the text are offsets in bytes */
export function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
}
