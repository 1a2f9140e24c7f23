import { isObject, parseJson } from '../json/json-edit.ts';
import { BEGUN_DATA_STREAM, DATA_STREAM_START } from './line-frames.ts';
import { beginsRow } from './object-row.ts';

/** How a stream of JSON messages is written; `other` for anything else. */
export type Written = 'events' | 'lines' | 'data-stream' | 'other';

/** The fields of server-sent events, and a comment. */
export const SSE_STARTS = ['data:', 'event:', 'id:', 'retry:', ':'];
/** Longest text that is read until the first message is whole, in UTF-16 units. */
const MAX_FIRST = 64 * 1024;

/**
 * Tells by its first message how a body is written of which neither the type nor the request says
 * that it is a stream: files, logs and lists may begin with the same characters, so it takes a
 * whole message of JSON.
 * @param text its beginning
 * @param final no more will come
 * @returns null while there is too little to decide
 */
export function writtenAs(text: string, final: boolean): Written | null {
  const lines = text.split(/\r\n?|\n/);
  const begun = final ? null : (lines.pop() ?? '');
  let isEvent = false;
  for (const line of lines) {
    if (line.startsWith('data:')) return isMessage(parseJson(line.slice(5))) ? 'events' : 'other';
    if (SSE_STARTS.some((start) => line.startsWith(start))) isEvent = true;
    else if (line.trim() !== '') return isEvent ? 'other' : writtenInLines(line);
  }
  if (begun !== null && !isEvent && beginsRow(begun)) return 'lines';
  return begun !== null && text.length <= MAX_FIRST && mayBegin(begun) ? null : 'other';
}

function writtenInLines(line: string): Written {
  if (isObject(parseJson(line)) || beginsRow(line)) return 'lines';
  const isData = DATA_STREAM_START.test(line) && parseJson(line.slice(line.indexOf(':') + 1));
  return isData === undefined || isData === false ? 'other' : 'data-stream';
}

/** LobeHub's messages are strings. */
function isMessage(json: unknown): boolean {
  return typeof json === 'string' || (typeof json === 'object' && json !== null);
}

/** Returns whether a line that has not ended may become one that is read. */
function mayBegin(line: string): boolean {
  return (
    SSE_STARTS.some((start) => line.startsWith(start) || start.startsWith(line)) ||
    line.startsWith('{') ||
    DATA_STREAM_START.test(line) ||
    BEGUN_DATA_STREAM.test(line)
  );
}
