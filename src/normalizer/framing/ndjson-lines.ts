import type { FrameFields, Framing } from './framing.ts';

/** Newline-delimited JSON: every line is a frame (Ollama, chat-ui). */
export function createNdjsonFraming(): Framing {
  return { separator: '\n', next, read };
}

function next(view: string, at: number): number {
  const lineFeed = view.indexOf('\n', at);
  return lineFeed === -1 ? -1 : lineFeed + 1;
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
