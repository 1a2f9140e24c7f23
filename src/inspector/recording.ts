import type { InspectedFrame, InspectedStream } from './inspected.ts';

/** A frame with its place in its stream. */
export interface RecordedFrame extends InspectedFrame {
  /** From 1. */
  readonly number: number;
}

/** One stream, as known since the recording began. */
export interface RecordedStream extends InspectedStream {
  /** When its first frame was reported, in milliseconds since 1970. */
  readonly began: number;
  /** The last frames. */
  readonly frames: readonly RecordedFrame[];
  /** All frames it had, including those that were dropped or deleted. */
  readonly count: number;
  /** Frames that were changed, not counting dropped ones, of which nothing is known. */
  readonly changed: number;
}

/** The last streams of one page, newest first. In memory only. */
export type Recording = readonly RecordedStream[];

export const MAX_STREAMS = 20;
export const MAX_FRAMES = 2000;
/** UTF-16 units of the frames of one stream: 2 MB. */
export const MAX_SIZE = 1024 * 1024;

/**
 * @param news as they arrived from the page
 * @param now milliseconds since 1970
 * @returns the recording with the news, within its limits: the oldest finished streams, and the
 * oldest frames of each, are dropped first
 */
export function record(
  recording: Recording,
  news: readonly InspectedStream[],
  now: number,
): Recording {
  let streams = [...recording];
  for (const item of news) {
    const at = streams.findIndex(({ stream }) => stream === item.stream);
    const known = streams[at];
    if (known) streams[at] = add(known, item);
    else streams = [add(begin(item, now), item), ...withRoom(streams)];
  }
  return streams;
}

/**
 * Drops the oldest finished stream; only if all are running, the oldest of them, which would start
 * over with its next frame and look complete.
 */
function withRoom(streams: readonly RecordedStream[]): RecordedStream[] {
  if (streams.length < MAX_STREAMS) return [...streams];
  return streams.toSpliced(
    streams.findLastIndex(({ over }) => over),
    1,
  );
}

function begin(news: InspectedStream, now: number): RecordedStream {
  return {
    ...news,
    began: now,
    frames: [],
    count: 0,
    changed: 0,
    dropped: 0,
    stopped: false,
    over: false,
  };
}

function add(known: RecordedStream, news: InspectedStream): RecordedStream {
  const numbered = news.frames.map((frame, i) => ({ ...frame, number: known.count + i + 1 }));
  return {
    ...known,
    server: news.server || known.server,
    frames: lastOf([...known.frames, ...numbered]),
    count: known.count + numbered.length + news.dropped,
    changed: known.changed + numbered.filter(isChanged).length,
    dropped: known.dropped + news.dropped,
    stopped: known.stopped || news.stopped,
    over: known.over || news.over,
  };
}

/** Keeps the last frames that fit. */
function lastOf(frames: readonly RecordedFrame[]): readonly RecordedFrame[] {
  let room = MAX_SIZE;
  const fits = ({ before, after }: RecordedFrame): boolean =>
    (room -= before.length + after.length) >= 0;
  const last = frames.slice(-MAX_FRAMES);
  return last.slice(last.findLastIndex((frame) => !fits(frame)) + 1);
}

/** Returns whether the page got something other than what arrived. */
export function isChanged({ before, after, why, cut }: InspectedFrame): boolean {
  return before !== after || (cut > 0 && why.length > 0);
}

/** Returns whether part of a frame is missing, so that its meaning is uncertain. */
export function isExcerpt({ from, cut }: InspectedFrame): boolean {
  return from > 0 || cut > 0;
}

/** Returns whether every frame of the stream was recorded in full. */
export function isWhole({ frames, count }: RecordedStream): boolean {
  return frames.length === count && !frames.some(isExcerpt);
}
