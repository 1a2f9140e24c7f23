// The door: reads a frame, and judges by its shape alone whether it is sound. A sound frame of a
// chat goes straight on; the repairs see all others.

import type { FrameFields } from '../framing/framing.ts';
import { isObject, parseJson } from '../json/json-edit.ts';

/** A frame as it was read. */
export interface Frame {
  /** The whole frame, with its blank line. */
  readonly text: string;
  /** Null for a frame without data. */
  readonly fields: FrameFields | null;
  /** Its data, parsed; undefined if it is not JSON. */
  readonly json: unknown;
  readonly sound: Soundness | null;
  /** It is no valid text: what it says is not known. */
  readonly unread?: true;
}

/**
 * What a sound frame is: a chunk without calls, a chunk with nothing but more arguments of one
 * call, one with calls in any other standard form, or `[DONE]`. Whether calls are sound among the
 * others of their stream is known only there.
 */
export type Soundness = 'words' | 'arguments' | 'calls' | 'end';

/** @returns a frame with its parsed fields */
export function readFrame(read: (text: string) => FrameFields | null, text: string): Frame {
  const fields = read(text);
  const json = fields ? parseJson(fields.data) : undefined;
  return { text, fields, json, sound: fields ? soundnessOf(text, fields, json) : null };
}

/** Returns whether the frame ends with a blank line. */
export function isEnded(text: string): boolean {
  return text.endsWith('\n\n') || text.slice(-4).replace(/\r\n?/g, '\n').endsWith('\n\n');
}

/** The blank line of a frame, and the line end before it. */
const END = /^(?:\n\n|\r\n\r\n|\r\r)$/;

/** @returns null for a frame that is not as the standard of chat chunks has it */
function soundnessOf(text: string, fields: FrameFields, json: unknown): Soundness | null {
  const { event, data } = fields;
  const start = text.startsWith('data: ') ? 6 : 5;
  if (event !== null || !text.startsWith('data:') || !END.test(text.slice(start + data.length)))
    return null;
  if (!isObject(json)) return data === '[DONE]' ? 'end' : null;
  const { choices } = json;
  if (!Array.isArray(choices) || json.error != null) return null;
  let sound: Soundness = 'words';
  for (let i = 0; i < choices.length; i++) {
    const found = soundnessOfChoice(choices[i]);
    if (found === null) return null;
    if (found !== 'words') sound = choices.length > 1 ? 'calls' : found;
  }
  return sound;
}

function soundnessOfChoice(choice: unknown): Soundness | null {
  if (!isObject(choice) || !isObject(choice.delta)) return null;
  const { content, reasoning, reasoning_content: thought, role, tool_calls: calls } = choice.delta;
  if (!isFilledOrNone(role) || !isFilledOrNone(choice.finish_reason)) return null;
  if (content != null && typeof content !== 'string') return null;
  if (calls === undefined) return 'words';
  if (!Array.isArray(calls) || calls.length === 0 || !calls.every(isSoundEntry)) return null;
  const isAlone = calls.length === 1 && !content && !reasoning && !thought;
  return isAlone && (calls[0] as Entry).function.name === undefined ? 'arguments' : 'calls';
}

/** Returns whether it is a text that says something, or nothing. */
function isFilledOrNone(value: unknown): boolean {
  return value == null || (typeof value === 'string' && value !== '');
}

/**
 * An entry of `tool_calls` in the standard form: the head of its call, which has an id and a name,
 * or what follows.
 */
export interface Entry {
  readonly index: number;
  readonly id?: string;
  readonly type?: string;
  readonly function: { readonly name?: string; readonly arguments?: string };
}

/**
 * The highest index accepted from a server; any other number is not a position in a list but a mere
 * key.
 */
const MAX_INDEX = 10_000;

/** Returns whether a value is an index, as places in a list are numbered. */
export function isIndex(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= MAX_INDEX;
}

function isSoundEntry(entry: unknown): entry is Entry {
  if (!isObject(entry) || !isObject(entry.function) || !isIndex(entry.index)) return false;
  const { id, type } = entry;
  const { name, arguments: said } = entry.function;
  if (said !== undefined && typeof said !== 'string') return false;
  if (name === undefined) return id === undefined && type === undefined && said !== undefined;
  return [id, name, type ?? 'function'].every((value) => typeof value === 'string' && value !== '');
}
