import { writeSync } from 'node:fs';
import { pause } from './input.ts';

/**
 * Standard output. The beginning is held back for a while, so that nothing is printed if the input turns out to be
 * unreadable.
 */
export interface Output {
  bytes(bytes: Uint8Array): void;
  text(text: string): void;
  /** Writes what is held back. */
  flush(): void;
}

/** Bytes held back before the first write, and text collected for one write. */
const MAX_WAITING = 1024 * 1024;

/** @param onClosed called when the reader has closed the pipe; must not return */
export function createOutput(onClosed: () => never): Output {
  let waiting: Uint8Array[] = [];
  let length = 0;

  function write(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length;) {
      try {
        at += writeSync(1, bytes, at);
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        if (code === 'EPIPE') onClosed();
        if (code !== 'EAGAIN') throw error;
        pause();
      }
    }
  }

  function flush(): void {
    const all = Buffer.concat(waiting);
    waiting = [];
    length = 0;
    write(all);
  }

  function add(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    waiting.push(bytes.slice());
    length += bytes.length;
    if (length > MAX_WAITING) flush();
  }

  return { bytes: add, text: (text) => add(new TextEncoder().encode(text)), flush };
}
