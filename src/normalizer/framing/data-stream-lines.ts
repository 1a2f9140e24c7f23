import { unwrapValue, wrapValue } from './wrapped-value.ts';
import type { FrameFields, Framing } from './framing.ts';
import { parseJson } from '../json/json-edit.ts';
import { createNdjsonFraming } from './ndjson-lines.ts';

/** The beginning of a data stream, as far as it has arrived. */
export const DATA_STREAM_START = /^[0-9a-k](?:$|:(?:$|["{[]))/;

/**
 * The data stream of the AI SDK before version 5: lines of a code, a colon and JSON (`0:"text"`). The code takes the
 * place of an event name, the JSON becomes the field `value` of the message.
 */
export function createDataStreamFraming(): Framing {
  return { ...createNdjsonFraming(), read };
}

function read(frame: string): FrameFields | null {
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
