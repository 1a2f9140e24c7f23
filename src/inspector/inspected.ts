/**
 * What the page's hook sends of streams while somebody inspects them, and its limits. It travels
 * from the hook through the bridge to the inspector, and nowhere else; both of these treat it as
 * hostile input.
 */
import { isObject } from '../normalizer/json/json-edit.ts';
import { isCount } from '../stats/numbers.ts';

export { MARKERS } from '../normalizer/reply/frame-trace.ts';

/** How texts travel between a page and its servers. */
export const WAYS = ['response', 'events', 'socket', 'request'] as const;
export type Way = (typeof WAYS)[number];

/**
 * A frame as it arrived, and what was passed to the page; of a request, what the page sent, and
 * what went to its server.
 */
export interface InspectedFrame {
  readonly before: string;
  readonly after: string;
  /**
   * Ids of repairs and rules (`<pack>/<rule>`), `markers`, `tool-events`; empty for a frame that
   * passed unchanged.
   */
  readonly why: readonly string[];
  /** UTF-16 units left out at the beginning of both, where they are equal. */
  readonly from: number;
  /** Units left out at the end, of both together. */
  readonly cut: number;
}

/** News of one stream. */
export interface InspectedStream {
  /** Numbers the streams of one page load. */
  readonly stream: number;
  readonly way: Way;
  /** Path of its URL, without query; '' if unknown. */
  readonly address: string;
  /** Its content type; '' if it has none. */
  readonly type: string;
  /** The kind of server: 'hermes' or the id of a dialect; '' while unknown. */
  readonly server: string;
  readonly frames: readonly InspectedFrame[];
  /** Frames dropped because too many arrived at once. */
  readonly dropped: number;
  /** Its cleaning failed: the rest passes uncleaned and unreported. */
  readonly stopped: boolean;
  /** It has ended. */
  readonly over: boolean;
}

/** Longest side of a frame, in UTF-16 units. */
export const MAX_SIDE = 16_384;
/** UTF-16 units of one message, both sides of all frames together. */
export const MAX_MESSAGE = 131_072;
/** Most messages per second; together with MAX_MESSAGE this limits what inspecting costs. */
export const BATCHES_PER_SECOND = 4;

/** Most reasons of one frame. */
export const MAX_REASONS = 20;

const MAX_STREAMS = 50;
const MAX_FRAMES = 5000;
const MAX_ID = 130;
const MAX_ADDRESS = 300;
const MAX_NUMBER = 1e9;

/**
 * Validates what came from the page's world.
 * @param value of unknown shape
 * @returns new objects with known fields only, within the limits; null if it is not a list
 */
export function readInspected(value: unknown): readonly InspectedStream[] | null {
  if (!Array.isArray(value)) return null;
  let left = MAX_MESSAGE;

  function fits({ before, after }: InspectedFrame): boolean {
    left -= before.length + after.length;
    return left >= 0;
  }

  return value.slice(0, MAX_STREAMS).flatMap((entry: unknown) => {
    const stream = readStream(entry);
    if (!stream) return [];
    const frames = stream.frames.filter(fits);
    return [{ ...stream, frames, dropped: stream.dropped + stream.frames.length - frames.length }];
  });
}

function readStream(value: unknown): InspectedStream | null {
  if (
    !isObject(value) ||
    !isCount(value.stream, MAX_NUMBER) ||
    !isCount(value.dropped, MAX_NUMBER) ||
    !Array.isArray(value.frames)
  )
    return null;
  const way = WAYS.find((known) => known === value.way);
  if (!way) return null;
  const frames = value.frames.slice(0, MAX_FRAMES).map(readFrame);
  const valid = frames.filter((frame) => frame !== null);
  return {
    stream: value.stream,
    way,
    address: readText(value.address, MAX_ADDRESS),
    type: readText(value.type, MAX_ID),
    server: readText(value.server, MAX_ID),
    frames: valid,
    dropped: value.dropped + value.frames.length - valid.length,
    stopped: value.stopped === true,
    over: value.over === true,
  };
}

function readFrame(value: unknown): InspectedFrame | null {
  if (!isObject(value) || typeof value.before !== 'string' || typeof value.after !== 'string')
    return null;
  if (
    !Array.isArray(value.why) ||
    !isCount(value.from, MAX_NUMBER) ||
    !isCount(value.cut, MAX_NUMBER)
  )
    return null;
  return {
    before: value.before.slice(0, MAX_SIDE),
    after: value.after.slice(0, MAX_SIDE),
    why: value.why
      .filter((id) => typeof id === 'string')
      .slice(0, MAX_REASONS)
      .map((id) => id.slice(0, MAX_ID)),
    from: value.from,
    cut: value.cut + over(value.before) + over(value.after),
  };
}

function over(text: string): number {
  return Math.max(0, text.length - MAX_SIDE);
}

function readText(value: unknown, most: number): string {
  return typeof value === 'string' ? value.slice(0, most) : '';
}
