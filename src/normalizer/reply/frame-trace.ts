import type { Framing } from '../framing/framing.ts';

/** Why text went: markers, which the marker filter takes out. `doctor/defect-words.ts` has the words, which the hook does without. */
export const MARKERS = 'markers';
/** Why a frame went: it was nothing but tool progress. */
export const TOOL_EVENTS = 'tool-events';

/** A frame as it came, and what left for the page. */
export interface SeenFrame {
  /** '' for what was added. */
  readonly before: string;
  /** '' for what went; several frames where one was cut, or where one had waited for the other. */
  readonly after: string;
  /** Ids of repairs and of rules, MARKERS, TOOL_EVENTS; none for a frame that left as it came. */
  readonly why: readonly string[];
}

/** Gets every frame of a body while somebody inspects it. */
export interface FrameTap {
  /** Asked once for each chunk: while it says no, nothing is made for it. */
  isOpen(): boolean;
  /** @returns MARKERS and ids of rules (`<pack>/<rule>`): what was taken out of texts since the last call */
  found(): readonly string[];
  frame(frame: SeenFrame): void;
}

/** A frame whose fate is not told yet. */
export interface Entry {
  before: string;
  after: string;
  readonly why: string[];
  /** Parts of it that wait for the fate of their text. */
  waiting: number;
  /** A part of it waits for the next frame. */
  held: boolean;
}

/** Follows the frames of one stream from their coming to their leaving. While the tap is shut, every call does nothing. */
export interface FrameTrace {
  /** A chunk comes, or the stream ends. */
  begin(): void;
  /** Is the tap open for the running chunk? */
  isOn(): boolean;
  /** A frame comes: what is said next is of it. */
  enter(bytes: Uint8Array): void;
  /** A part of the frame waits. @returns what to give `leaving` when its time has come */
  waits(): Entry | null;
  /** A part that waited leaves: what is said next is of its frame. */
  leaving(entry: Entry | null): void;
  /** What leaves next was held, of whichever frame, or is added. */
  leavingLate(): void;
  why(id: string): void;
  /** Something was taken out of its text. */
  cleaned(): void;
  /** @param holds the last of it waits for the next frame */
  out(bytes: Uint8Array, holds: boolean): void;
  /** Whole frames pass unread. */
  skip(bytes: Uint8Array): void;
  /** Tells of all frames whose fate is known, in the order in which they came. */
  settle(): void;
  /** The stream is over: tells of the rest. */
  end(): void;
  /** Nothing is known of the frames that were not reported. */
  drop(): void;
}

// Captured on import: the page shares our realm and may replace them later.
const ONE_UNIT_PER_BYTE = new TextDecoder('latin1');
const UTF8 = new TextDecoder('utf-8', { ignoreBOM: true });

export function createFrameTrace(framing: Framing, tap: FrameTap): FrameTrace {
  let isOn = false;
  /** In the order in which they came. */
  let queue: Entry[] = [];
  /** What is said is of this one; null for a frame that came before the tap was opened. */
  let subject: Entry | null = null;
  /** What was found last: a marker or a line may reach over several frames. */
  let found: readonly string[] = [MARKERS];

  function open(before: string): Entry {
    const entry: Entry = { before, after: '', why: [], waiting: 0, held: false };
    queue[queue.length] = entry;
    return entry;
  }

  function tell({ before, after, why }: Entry): void {
    if (before !== '' || after !== '') tap.frame({ before, after, why });
  }

  /** Nothing has left of it, and nobody said why: it is held, and its fate is that of the next one. */
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
