// JSON objects one after another, with nothing between them or a line end: Agno up to 1.8 sends
// them so, each in many lines (agno-agi/agno#3908), and Perplexica each in a line, both under the
// type of server-sent events. Their pages find the objects by their brackets.

import { isObject, parseJson } from '../json/json-edit.ts';
import { createJsonExtent } from '../json/json-extent.ts';
import type { Framing } from './framing.ts';
import { createNdjsonFraming } from './line-frames.ts';

const LINE_FEED = 0x0a;
const SPACE = 0x20;
const OPEN = 0x7b;

/**
 * Each object is a frame as soon as it is closed, in one line or in many; anything else ends with
 * its line.
 */
export function createRowFraming(): Framing {
  let extent = createJsonExtent();
  let begun: 'blank' | 'object' | 'other' = 'blank';
  /** Bytes of the present frame that were read. */
  let seen = 0;

  function ends(byte: number): boolean {
    if (begun === 'blank' && byte > SPACE) begun = byte === OPEN ? 'object' : 'other';
    if (begun !== 'object') return byte === LINE_FEED;
    // No string of JSON has one: the object was broken off.
    if (byte === LINE_FEED && extent.isInString()) return true;
    extent.look(byte);
    return extent.get() === 'whole';
  }

  function endOf(bytes: Uint8Array, start: number, from: number): number {
    // Of what is kept, the splitter shows the last byte again.
    const unread = from > start ? from + 1 : start + seen;
    for (let i = unread; i < bytes.length; i++) {
      seen++;
      if (!ends(bytes[i] as number)) continue;
      extent = createJsonExtent();
      begun = 'blank';
      seen = 0;
      return i + 1;
    }
    return -1;
  }

  return { ...createNdjsonFraming(), endOf };
}

/** What a body is if it is no row: `events`, `lines` of JSON, or one document. */
export type Besides = 'events' | 'lines' | 'document';

/** Reads the beginning of a body until it shows whether its objects are in a row. */
export function createRowWatch(besides: Besides) {
  const extent = createJsonExtent();
  /** Nothing but the first bracket was read. */
  let isBare = true;
  let length = 0;
  let lineFeeds = 0;

  function behindFirst(unit: number): boolean | null {
    if (unit > SPACE) return unit === OPEN;
    // A blank line ends an event.
    if (unit === LINE_FEED && (besides !== 'events' || ++lineFeeds > 1)) return false;
    return null;
  }

  return {
    /**
     * @param unit the next UTF-16 unit, or byte of UTF-8
     * @returns null as long as that is not known
     */
    isRow(unit: number): boolean | null {
      if (extent.get() === 'whole') return behindFirst(unit);
      if (length === 0 && unit !== OPEN) return false;
      // A line of JSON has no line feed in it, and a line of an event is more than a bracket.
      if (unit === LINE_FEED && besides === 'lines') return false;
      if (unit === LINE_FEED && besides === 'events' && isBare) return true;
      isBare &&= length === 0 || unit <= SPACE;
      length++;
      extent.look(unit);
      return null;
    },
    /** Returns how long the first object is; 0 while it is not closed. */
    firstLength: (): number => (extent.get() === 'whole' ? length : 0),
  };
}

/** Returns whether a text begins with an object and, directly behind it, another one. */
export function beginsRow(text: string): boolean {
  if (!text.includes('}{')) return false;
  const watch = createRowWatch('lines');
  let isRow: boolean | null = null;
  for (let i = 0; i < text.length && isRow === null; i++) isRow = watch.isRow(text.charCodeAt(i));
  return isRow === true && isObject(parseJson(text.slice(0, watch.firstLength())));
}
