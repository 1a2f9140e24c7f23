import type { Framing } from '../framing/framing.ts';

/** Reason for removed text: a marker. `doctor/defects.ts` has the words, which the hook does without. */
export const MARKERS = 'markers';
/** Reason for a removed frame: it was nothing but tool progress. */
export const TOOL_EVENTS = 'tool-events';

/** A frame as it arrived, and what was passed to the page. */
export interface SeenFrame {
  /** '' for an addition. */
  readonly before: string;
  /** '' for a removed frame; several frames if one was split, or if one had waited for the other. */
  readonly after: string;
  /** Ids of repairs and of rules, MARKERS, TOOL_EVENTS; empty for a frame that passed unchanged. */
  readonly why: readonly string[];
}

/** Receives every frame of a body while somebody inspects it. */
export interface FrameTap {
  /** Called once for each chunk: while it returns false, nothing is produced for it. */
  isOpen(): boolean;
  /** @returns MARKERS and ids of rules (`<pack>/<rule>`): what was removed from texts since the last call */
  found(): readonly string[];
  frame(frame: SeenFrame): void;
}

/** A frame whose result is not reported yet. */
export interface Entry {
  before: string;
  after: string;
  readonly why: string[];
  /** Number of its parts that wait for their text to be decided. */
  waiting: number;
  /** A part of it waits for the next frame. */
  held: boolean;
}

/** Tracks the frames of one stream from arrival to departure. While the tap is closed, every call does nothing. */
export interface FrameTrace {
  /** A chunk arrives, or the stream ends. */
  begin(): void;
  /** Returns whether the tap is open for the current chunk. */
  isOn(): boolean;
  /** A frame arrives: the following calls concern it. */
  enter(bytes: Uint8Array): void;
  /** A part of the frame waits. @returns what to pass to `leaving` when it leaves */
  waits(): Entry | null;
  /** A waiting part leaves: the following calls concern its frame. */
  leaving(entry: Entry | null): void;
  /** What leaves next was held, from any frame, or is an addition. */
  leavingLate(): void;
  why(id: string): void;
  /** Something was removed from its text. */
  cleaned(): void;
  /** @param holds whether the last of it waits for the next frame */
  out(bytes: Uint8Array, holds: boolean): void;
  /** Whole frames pass unread. */
  skip(bytes: Uint8Array): void;
  /** Reports all frames whose result is known, in order of arrival. */
  settle(): void;
  /** The stream has ended: reports the rest. */
  end(): void;
  /** Nothing is known of the frames that were not reported. */
  drop(): void;
}

// Captured on import: the page shares our realm and may replace them later.
const ONE_UNIT_PER_BYTE = new TextDecoder('latin1');
const UTF8 = new TextDecoder('utf-8', { ignoreBOM: true });

export function createFrameTrace(framing: Framing, tap: FrameTap): FrameTrace {
  let isOn = false;
  /** In order of arrival. */
  let queue: Entry[] = [];
  /** The frame that calls concern; null for one that arrived before the tap was opened. */
  let subject: Entry | null = null;
  /** What was found last: a marker or a line may span several frames. */
  let found: readonly string[] = [MARKERS];

  function open(before: string): Entry {
    const entry: Entry = { before, after: '', why: [], waiting: 0, held: false };
    queue[queue.length] = entry;
    return entry;
  }

  function tell({ before, after, why }: Entry): void {
    if (before !== '' || after !== '') tap.frame({ before, after, why });
  }

  /**
   * Returns whether nothing of it has left, and no reason was given: it is held, and shares the result of the next one.
   */
  function isHeld({ after, why, held }: Entry): boolean {
    return held || (after === '' && why.length === 0);
  }

  function join(entry: Entry, next: Entry): void {
    next.before = entry.before + next.before;
    next.after = entry.after + next.after;
    next.why.unshift(...entry.why.filter((id) => !next.why.includes(id)));
  }

  function settle(final = false): void {
    let told = 0;
    for (; told < queue.length; told++) {
      const entry = queue[told];
      const next = queue[told + 1];
      if (!entry || (entry.waiting > 0 && !final)) break;
      if (!isHeld(entry) || (final && !next)) tell(entry);
      else if (next) join(entry, next);
      else break;
    }
    queue = queue.slice(told);
  }

  function why(id: string): void {
    if (subject && !subject.why.includes(id)) subject.why.push(id);
  }

  return {
    begin() {
      isOn = tap.isOpen();
      subject = null;
      if (!isOn) queue = [];
    },
    isOn: () => isOn,
    enter(bytes) {
      if (isOn) subject = open(UTF8.decode(bytes));
    },
    waits() {
      if (subject) subject.waiting++;
      return subject;
    },
    leaving(entry) {
      subject = entry;
      if (entry) entry.waiting--;
    },
    leavingLate() {
      if (isOn) subject = queue.at(-1) ?? open('');
    },
    why,
    cleaned() {
      if (!subject) return;
      const more = tap.found();
      if (more.length > 0) found = more;
      found.forEach(why);
    },
    out(bytes, holds) {
      if (!subject) return;
      if (bytes.length > 0) subject.after += UTF8.decode(bytes);
      subject.held = holds;
    },
    skip(bytes) {
      if (!isOn) return;
      settle(true);
      for (const frame of cutWhole(framing, bytes)) tap.frame({ before: frame, after: frame, why: [] });
    },
    settle,
    end: () => settle(true),
    drop() {
      queue = [];
      subject = null;
    },
  };
}

/** @returns the texts of a run of whole frames */
function cutWhole(framing: Framing, bytes: Uint8Array): string[] {
  const units = ONE_UNIT_PER_BYTE.decode(bytes);
  const frames: string[] = [];
  for (let at = 0; at < units.length;) {
    const next = framing.next(units, at, true);
    const end = next === -1 ? units.length : next;
    frames.push(UTF8.decode(bytes.subarray(at, end)));
    at = end;
  }
  return frames;
}
