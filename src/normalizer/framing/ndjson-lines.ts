import type { FrameFields, Framing } from './framing.ts';

const LINE_FEED = 0x0a;

/** Newline-delimited JSON: every line is a frame (Ollama, chat-ui). */
export function createNdjsonFraming(): Framing {
  return { endOf, read };
}

function endOf(bytes: Uint8Array, _start: number, from: number): number {
  for (let i = from; i < bytes.length; i++) if (bytes[i] === LINE_FEED) return i + 1;
  return -1;
}

function read(frame: string): FrameFields | null {
  const data = frame.trim();
  if (data === '') return null;
  return {
    event: null,
    data,
    rewrite(changed) {
      const start = frame.indexOf(data);
      return frame.slice(0, start) + changed + frame.slice(start + data.length);
    },
  };
}
