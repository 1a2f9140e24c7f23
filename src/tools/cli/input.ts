import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import { resolve } from 'node:path';

/** Bytes read at a time. */
const PIECE = 256 * 1024;
/** Milliseconds until an empty pipe is read again. */
const PAUSE = 5;

/**
 * Reads a file in pieces, so that its size does not matter.
 * @param file "-" for standard input
 */
export function* readPieces(file: string): Generator<Uint8Array> {
  const descriptor = file === '-' ? 0 : openSync(locate(file), 'r');
  try {
    for (;;) {
      const piece = Buffer.allocUnsafeSlow(PIECE);
      const length = readSome(descriptor, piece);
      if (length === 0) return;
      yield piece.subarray(0, length);
    }
  } finally {
    if (descriptor !== 0) closeSync(descriptor);
  }
}

function readSome(descriptor: number, piece: Buffer): number {
  for (;;) {
    try {
      return readSync(descriptor, piece);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EOF') return 0; // a closed pipe on Windows
      if (code !== 'EAGAIN') throw error;
      pause();
    }
  }
}

/** Waits a moment without using the CPU. */
export function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE);
}

/** Resolves a path: npm runs scripts in the project's folder, and INIT_CWD is where the person was. */
function locate(file: string): string {
  return existsSync(file) ? file : resolve(process.env.INIT_CWD ?? '.', file);
}

/** Cuts each piece. @param size most bytes of what is left of it; 0 leaves it whole */
export function* cutPieces(pieces: Iterable<Uint8Array>, size: number): Generator<Uint8Array> {
  for (const piece of pieces) {
    const step = size || piece.length;
    for (let at = 0; at < piece.length; at += step) yield piece.subarray(at, at + step);
  }
}

/** Splits pieces into lines, without line ends. @throws an Error for a line that is too long to be a frame */
export function* linesOf(pieces: Iterable<Uint8Array>): Generator<string> {
  const decoder = new TextDecoder();
  let held = '';
  for (const piece of pieces) {
    const lines = (held + decoder.decode(piece, { stream: true })).split('\n');
    held = lines.pop() ?? '';
    yield* lines;
    if (held.length > MAX_LINE) throw new Error('FILE has a line that is too long to be a frame');
  }
  held += decoder.decode();
  if (held !== '') yield held;
}

/** UTF-16 units of the longest line: a longer one would not fit into one string. */
const MAX_LINE = 256 * 1024 * 1024;
