/**
 * What the page's hook tells of streams while somebody inspects them, and its bounds. It goes from the hook through the
 * bridge to the inspector, and nowhere else; both of these read it as hostile input.
 */
import { isObject } from '../normalizer/json/json-edit.ts';

export { MARKERS } from '../normalizer/reply/frame-trace.ts';

/** How texts go between a page and its servers. */
export const WAYS = ['response', 'events', 'socket', 'request'] as const;
export type Way = (typeof WAYS)[number];

/** A frame as it came, and what left for the page; of a request, what the page sent, and what left for its server. */
export interface InspectedFrame {
  readonly before: string;
  readonly after: string;
  /** Ids of repairs and of rules (`<pack>/<rule>`), `markers`, `tool-events`; none for a frame that left as it came. */
  readonly why: readonly string[];
  /** UTF-16 units left out at the beginning of both; they are the same there. */
  readonly from: number;
  /** Units left out behind, of both together. */
  readonly cut: number;
}

/** What is new of one stream. */
export interface InspectedStream {
  /** Numbers the streams of one page load. */
  readonly stream: number;
  readonly way: Way;
  /** Path of its address, without query; '' where it is not known. */
  readonly address: string;
  /** Its content type; '' where it has none. */
  readonly type: string;
  /** What kind of server speaks: 'hermes' or the id of a dialect; '' while that is not known. */
  readonly server: string;
  readonly frames: readonly InspectedFrame[];
  /** Frames that were left out, as too much came at once. */
  readonly dropped: number;
  /** Its cleaning failed: nothing more of it is cleaned, and nothing more of it is told. */
  readonly stopped: boolean;
  /** Nothing more comes of it. */
  readonly over: boolean;
}

/** Longest side of a frame, in UTF-16 units. */
export const MAX_SIDE = 16_384;
/** Units of one message, all sides of all frames together. */
export const MAX_MESSAGE = 131_072;
/** Most messages a second; together with MAX_MESSAGE this bounds what inspecting costs. */
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
 * @returns fresh objects with known fields only, texts and numbers of frames within the bounds; null for what is no list
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
  if (!isObject(value) || !isCount(value.stream) || !isCount(value.dropped) || !Array.isArray(value.frames))
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
  if (!isObject(value) || typeof value.before !== 'string' || typeof value.after !== 'string') return null;
  if (!Array.isArray(value.why) || !isCount(value.from) || !isCount(value.cut)) return null;
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

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_NUMBER;
}
