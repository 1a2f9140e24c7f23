import { unwrapValue, wrapValue, type FrameFields, type Framing } from './framing.ts';
import { parseJson } from '../json/json-edit.ts';

const LINE_FEED = 0x0a;

/** Newline-delimited JSON: every line is a frame (Ollama, chat-ui). */
export function createNdjsonFraming(): Framing {
  return { endOf, read, lasting: () => '' };
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

/** The beginning of a data stream, as far as it has arrived. */
export const DATA_STREAM_START = /^[0-9a-k](?:$|:(?:$|["{[]))/;

/**
 * The data stream of the AI SDK before version 5: lines of a code, a colon and JSON (`0:"text"`). The code takes the
 * place of an event name, the JSON becomes the field `value` of the message.
 */
export function createDataStreamFraming(): Framing {
  return { endOf, read: readDataStream, lasting: () => '' };
}

function readDataStream(frame: string): FrameFields | null {
  if (!DATA_STREAM_START.test(frame.slice(0, 3))) return null;
  const data = frame.slice(2).trimEnd();
  // Wrapping could make broken JSON valid: `0:"a", "b": 1`.
  if (parseJson(data) === undefined) return null;
  return {
    event: frame.charAt(0),
    data: wrapValue(data),
    rewrite: (changed) => frame.slice(0, 2) + unwrapValue(changed) + frame.slice(2 + data.length),
  };
}
