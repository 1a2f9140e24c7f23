// Framing: splits the bytes of a body into frames (SSE events, lines) and reads their fields. Knows
// nothing of chats.

/** The fields of one frame, and the way to write changed data back. */
export interface FrameFields {
  readonly event: string | null;
  readonly data: string;
  /**
   * @param data changed data
   * @returns the frame text with that data, every other byte unchanged. Null if it cannot be
   * written faithfully.
   */
  rewrite(data: string): string | null;
}

/** How a body is split into frames. */
export interface Framing {
  /** A frame with more bytes passes unchanged; MAX_FRAME if undefined. */
  readonly longest?: number;
  /**
   * The body is a text itself. What is begun may be part of a marker: until it is whole, nothing
   * before it leaves. Bytes that are not UTF-8 show that it is something else.
   */
  readonly isText?: true;
  /**
   * Finds the end of the frame that begins at offset `start`.
   * @param from where to search: nothing before it ends the frame
   * @param final no more bytes will come: a carriage return at the very end is a whole line end
   * @returns the offset behind the frame with its separator, or -1 while it is incomplete
   */
  endOf(bytes: Uint8Array, start: number, from: number, final: boolean): number;
  /** @returns the fields of a whole frame; null for one without data (comments, blank lines) */
  read(frame: string): FrameFields | null;
  /**
   * @returns the part of a frame that lasts beyond it, and stays if the rest is removed: the last
   * lines of `id` and `retry`, with their line ends; '' for none
   */
  lasting(frame: string): string;
}

const BEFORE = '{"value":';

/**
 * @returns JSON text of an object whose field `value` is the given JSON text, because all readers
 * expect messages to be objects
 */
export function wrapValue(data: string): string {
  return `${BEFORE}${data}}`;
}

/** @returns the JSON text of `value`; the opposite of `wrapValue` */
export function unwrapValue(data: string): string {
  return data.slice(BEFORE.length, -1);
}
