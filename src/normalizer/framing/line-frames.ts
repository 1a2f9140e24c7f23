import { unwrapValue, wrapValue, type FrameFields, type Framing } from './framing.ts';
import { parseJson } from '../json/json-edit.ts';

const LINE_FEED = 0x0a;

/** Newline-delimited JSON: every line is a frame (Ollama, chat-ui). */
export function createNdjsonFraming(): Framing {
  return { endOf: endOfLine, read, lasting: () => '' };
}

export function endOfLine(bytes: Uint8Array, _start: number, from: number): number {
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

/** How a data stream begins, and what may become such a beginning. */
export const DATA_STREAM_START = /^(?:[0-9a-k]|[a-z]+(?:-[a-z]+)+):["{[]/;
export const BEGUN_DATA_STREAM = /^(?:[0-9a-k]|[a-z][a-z-]{0,30}|[a-z]+(?:-[a-z]+)+:|[0-9a-k]:)$/;

/**
 * Lines of a code, a colon and JSON: the data stream of the AI SDK before version 5 (`0:"text"`),
 * states of assistant-ui (`aui-state:[…]`). The code takes the place of an event name, the JSON
 * becomes the field `value` of the message.
 */
export function createDataStreamFraming(): Framing {
  return { endOf: endOfLine, read: readDataStream, lasting: () => '' };
}

function readDataStream(frame: string): FrameFields | null {
  if (!DATA_STREAM_START.test(frame)) return null;
  const colon = frame.indexOf(':');
  const data = frame.slice(colon + 1).trimEnd();
  // Wrapping could make broken JSON valid: `0:"a", "b": 1`.
  if (parseJson(data) === undefined) return null;
  return {
    event: frame.slice(0, colon),
    data: wrapValue(data),
    rewrite: (changed) =>
      frame.slice(0, colon + 1) + unwrapValue(changed) + frame.slice(colon + 1 + data.length),
  };
}
