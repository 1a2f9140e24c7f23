import type { Output } from '../../../src/tools/cli/output.ts';

/** An output that keeps what is printed; like the real one it prints nothing that was not flushed. */
export function fakeOutput(): { output: Output; printed(): Buffer } {
  let waiting: Uint8Array[] = [];
  let printed = Buffer.alloc(0);
  const output: Output = {
    bytes: (bytes) => void waiting.push(bytes.slice()),
    text: (text) => void waiting.push(Buffer.from(text)),
    flush() {
      printed = Buffer.concat([printed, ...waiting]);
      waiting = [];
    },
  };
  return { output, printed: () => printed };
}

/** Cuts bytes as they may arrive. @param size of each piece; the last may be shorter */
export function* inPieces(bytes: Uint8Array, size: number): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size);
}
