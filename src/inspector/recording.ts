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
  /** UTF-16 units of the stored frames. */
  readonly size: number;
}

/** The last streams of one page, newest first. In memory only. */
export type Recording = readonly RecordedStream[];

export const MAX_STREAMS = 20;
export const MAX_FRAMES = 2000;
/** UTF-16 units of all frames: 8 MB. */
export const MAX_SIZE = 4 * 1024 * 1024;

/**
 * @param news as they arrived from the page
 * @param now milliseconds since 1970
 * @returns the recording with the news, within its limits: the oldest finished streams and the oldest frames are
 * dropped first
 */
export function record(recording: Recording, news: readonly InspectedStream[], now: number): Recording {
  let streams = [...recording];
  for (const item of news) {
    const at = streams.findIndex(({ stream }) => stream === item.stream);
    const known = streams[at];
    if (known) streams[at] = add(known, item);
    else streams = [add(begin(item, now), item), ...withRoom(streams)];
  }
  return withinSize(streams);
}

/**
 * Drops the oldest finished stream; only if all are running, the oldest of them, which would start over with its next
 * frame and look complete.
 */
function withRoom(streams: readonly RecordedStream[]): RecordedStream[] {
  if (streams.length < MAX_STREAMS) return [...streams];
  return streams.toSpliced(
    streams.findLastIndex(({ over }) => over),
    1,
  );
}

function begin(news: InspectedStream, now: number): RecordedStream {
  return { ...news, began: now, frames: [], count: 0, changed: 0, dropped: 0, size: 0, stopped: false, over: false };
}

function add(known: RecordedStream, news: InspectedStream): RecordedStream {
  const numbered = news.frames.map((frame, i) => ({ ...frame, number: known.count + i + 1 }));
  const frames = [...known.frames, ...numbered].slice(-MAX_FRAMES);
  return {
    ...known,
    server: news.server || known.server,
    frames,
    count: known.count + numbered.length + news.dropped,
    changed: known.changed + numbered.filter(isChanged).length,
    dropped: known.dropped + news.dropped,
    size: frames.reduce((sum, frame) => sum + sizeOf(frame), 0),
    stopped: known.stopped || news.stopped,
    over: known.over || news.over,
  };
}

function withinSize(streams: readonly RecordedStream[]): Recording {
  let left = MAX_SIZE;
  const kept: RecordedStream[] = [];
  for (const stream of streams) {
    if (left <= 0 && stream.over) continue;
    kept.push(stream.size <= left ? stream : lastOf(stream, left));
    left -= stream.size;
  }
  return kept;
}

/** Keeps the last frames that fit. */
function lastOf(stream: RecordedStream, room: number): RecordedStream {
  let size = 0;
  let from = stream.frames.length;
  while (from > 0) {
    const more = size + sizeOf(stream.frames[from - 1]);
    if (more > room) break;
    size = more;
    from--;
  }
  return { ...stream, frames: stream.frames.slice(from), size };
}

function sizeOf(frame: RecordedFrame | undefined): number {
  return frame ? frame.before.length + frame.after.length : 0;
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
