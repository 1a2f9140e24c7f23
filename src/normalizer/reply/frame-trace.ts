/**
 * Reason for removed text: a marker. `doctor/defects.ts` has the words, which the hook does
 * without.
 */
export const MARKERS = 'markers';
/** Reason for a removed frame: it was nothing but tool progress. */
export const TOOL_EVENTS = 'tool-events';

/** A frame as it arrived, and what was passed to the page. */
export interface SeenFrame {
  /** '' for an addition. */
  readonly before: string;
  /**
   * '' for a removed frame; several frames if one was split, or if one had waited for the other.
   */
  readonly after: string;
  /** Ids of repairs and of rules, MARKERS, TOOL_EVENTS; empty for a frame that passed unchanged. */
  readonly why: readonly string[];
}

/** Receives every frame of a body while somebody inspects it. */
export interface FrameTap {
  /** Called once for each chunk: while it returns false, nothing is produced for it. */
  isOpen(): boolean;
  /**
   * @returns MARKERS and ids of rules (`<pack>/<rule>`): what was removed from texts since the last
   * call
   */
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

// Captured on import: the page shares our realm and may replace it later.
/** Marked, as the bridge has a part of this module and decodes nothing. */
const UTF8 = /* @__PURE__ */ new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * Tracks the frames of one stream from arrival to departure. While the tap is closed, every call
 * does nothing.
 */
export function createFrameTrace(tap: FrameTap) {
  let isOn = false;
  /** In order of arrival. */
  let queue: Entry[] = [];
  /** The frame that calls concern; null for one that arrived before the tap was opened. */
  let subject: Entry | null = null;
  /** What was found last: a marker or a line may span several frames. */
  let found: readonly string[] = [MARKERS];

  function open(before: string): Entry {
    const entry: Entry = { before, after: '', why: [], waiting: 0, held: false };
    queue.push(entry);
    return entry;
  }

  function tell({ before, after, why }: Entry): void {
    if (before !== '' || after !== '') tap.frame({ before, after, why });
  }

  function join(entry: Entry, next: Entry): void {
    next.before = entry.before + next.before;
    next.after = entry.after + next.after;
    next.why.unshift(...entry.why.filter((id) => !next.why.includes(id)));
  }

  function why(id: string): void {
    if (subject && !subject.why.includes(id)) subject.why.push(id);
  }

  return {
    /** A chunk arrives, or the stream ends. */
    begin(): void {
      isOn = tap.isOpen();
      subject = null;
      if (!isOn) queue = [];
    },
    /** A frame arrives: the following calls concern it. */
    enter(bytes: Uint8Array): void {
      if (isOn) subject = open(UTF8.decode(bytes));
    },
    /**
     * A part of the frame goes to its verdict.
     * @returns the mark for `leaving` when it leaves
     */
    waits(): Entry | null {
      if (subject) subject.waiting++;
      return subject;
    },
    /** Such a part leaves: the following calls concern its frame. */
    leaving(entry: Entry | null): void {
      subject = entry;
      if (entry) entry.waiting--;
    },
    /** What leaves next was held, from any frame, or is an addition. */
    leavingLate(): void {
      if (isOn) subject = queue.at(-1) ?? open('');
    },
    why,
    /** Something was removed from its text. */
    cleaned(): void {
      if (!subject) return;
      const more = tap.found();
      if (more.length > 0) found = more;
      found.forEach(why);
    },
    out(bytes: Uint8Array): void {
      if (subject) subject.after += UTF8.decode(bytes);
    },
    /** @param held whether the last of it waits for the next frame */
    holds(held: boolean): void {
      if (subject) subject.held = held;
    },
    /**
     * Reports all frames whose result is known, in order of arrival.
     * @param final reports all others too
     */
    settle(final = false): void {
      for (let entry = queue[0]; entry && (entry.waiting === 0 || final); entry = queue[0]) {
        const next = queue[1];
        // Nothing of it has left for no reason: it is held, and shares the result of the next one.
        const isHeld = entry.held || (entry.after === '' && entry.why.length === 0);
        if (!isHeld || (final && !next)) tell(entry);
        else if (next) join(entry, next);
        else return;
        queue.shift();
      }
    },
    /** Nothing is known of the frames that were not reported. */
    drop(): void {
      queue = [];
      subject = null;
    },
  };
}
