import type { InspectedFrame, InspectedStream, Way } from './inspected.ts';

/** A frame with its place in its stream. */
export interface RecordedFrame extends InspectedFrame {
  /** From 1 on. */
  readonly number: number;
}

/** What is known of one stream since the recording began. */
export interface RecordedStream {
  readonly stream: number;
  readonly way: Way;
  readonly address: string;
  readonly type: string;
  readonly server: string;
  /** When its first frame was reported, in milliseconds since 1970. */
  readonly began: number;
  /** The last ones. */
  readonly frames: readonly RecordedFrame[];
  /** Frames that it had in all, with those that were left out or forgotten. */
  readonly count: number;
  /** Frames of all these that were changed; of those that were left out nobody knows. */
  readonly changed: number;
  /** Frames that were left out, as too much came at once. */
  readonly dropped: number;
  /** UTF-16 units of all frames that are kept. */
  readonly size: number;
  /** Its cleaning failed, and what followed came as it was. */
  readonly stopped: boolean;
  readonly over: boolean;
}

/** The last streams of one page, the newest first. In memory only. */
export type Recording = readonly RecordedStream[];

export const MAX_STREAMS = 20;
export const MAX_FRAMES = 2000;
/** UTF-16 units of all frames: 8 MB. */
export const MAX_SIZE = 4 * 1024 * 1024;

/**
 * @param news as they came from the page
 * @param now milliseconds since 1970
 * @returns the recording with the news, within its bounds: the oldest streams that are over and the oldest frames go first
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
 * Without the last one that is over, and only where none is, without the last of all: one that runs would begin again with
 * its next frame, and seem whole.
 */
function withRoom(streams: readonly RecordedStream[]): RecordedStream[] {
  if (streams.length < MAX_STREAMS) return [...streams];
  return streams.toSpliced(
    streams.findLastIndex(({ over }) => over),
    1,
  );
}

function begin({ stream, way, address, type, server }: InspectedStream, now: number): RecordedStream {
  return {
    stream,
    way,
    address,
    type,
    server,
    began: now,
    frames: [],
    count: 0,
    changed: 0,
    dropped: 0,
    size: 0,
    stopped: false,
    over: false,
  };
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

/** The last frames that fit. */
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

/** Whether the page got something else than what came. */
export function isChanged({ before, after, why, cut }: InspectedFrame): boolean {
  return before !== after || (cut > 0 && why.length > 0);
}

/** Whether something of a frame is left out: what it meant can no longer be told. */
export function isExcerpt({ from, cut }: InspectedFrame): boolean {
  return from > 0 || cut > 0;
}

/** Whether every frame of the stream is here in full, as far as it was recorded. */
export function isWhole({ frames, count }: RecordedStream): boolean {
  return frames.length === count && !frames.some(isExcerpt);
}
