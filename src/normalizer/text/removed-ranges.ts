import { fitsTool, isHermesWorded, type FoundMarker, type Marker } from './marker-grammar.ts';

/**
 * A range of a text as [from, to), offsets in UTF-16 units. `gap` says that it was cut out of the
 * middle of a line with the line feeds around it: text directly after it begins a line. `put` takes
 * its place.
 */
export type Range = readonly [from: number, to: number, gap?: boolean, put?: string];

/** What was removed from a text. */
export type RemovedRanges = ReturnType<typeof createRemovedRanges>;

/** Forgotten ranges beyond which they are dropped from memory. */
const MAX_FORGOTTEN = 10_000;

export function createRemovedRanges() {
  let removed: Range[] = [];
  /** Those before this index are forgotten: a message of many parts forgets them one by one. */
  let first = 0;
  const spared: [from: number, to: number][] = [];

  function ranges(): readonly Range[] {
    if (first > 0) removed = removed.slice(first);
    first = 0;
    return spared.length === 0 ? removed : removed.filter((range) => !isSpared(range));
  }

  function isSpared([start]: Range): boolean {
    return spared.some(([from, to]) => start >= from && start < to);
  }

  function near(from: number, to: number): readonly Range[] {
    const found = rangesIn(removed, from, to, first);
    return spared.length === 0 ? found : found.filter((range) => !isSpared(range));
  }

  return {
    /**
     * Adds a range; ranges are added in ascending order, and one with the same beginning replaces
     * the last one.
     */
    add(from: number, to: number, gap = false, put = ''): void {
      if (removed.length > first && removed[removed.length - 1]?.[0] === from) removed.pop();
      const last = removed[removed.length - 1];
      // There is no text between two touching ranges that the gap could end with.
      const isGap = gap || (last?.[1] === from && last[2] === true);
      removed.push(put ? [from, to, isGap, put] : isGap ? [from, to, true] : [from, to]);
    },
    /** Returns the ranges that were removed and not forgotten. */
    ranges,
    /** Returns those of them that overlap or touch [from, to), in time linear in their number. */
    rangesIn: near,
    /**
     * @param from offset of `text` in the whole
     * @returns the rest of it; the same string if that is all of it
     */
    kept: (from: number, text: string): string =>
      keptOf(near(from, from + text.length), from, text),
    /**
     * Marks [from, to) as passed on unchanged: nothing that begins in it, now or later, is removed,
     * not even its rest.
     */
    spare(from: number, to: number): void {
      const last = spared[spared.length - 1];
      if (last && from <= last[1]) last[1] = Math.max(last[1], to);
      else spared.push([from, to]);
    },
    /**
     * Drops ranges that end at or before an offset: `kept` will not be called for them any more.
     * @returns those of them that were removed
     */
    forget(before: number): readonly Range[] {
      const dropped: Range[] = [];
      // A gap counts until the text after it was requested.
      for (let next = removed[first]; next; next = removed[++first]) {
        const [, stop, gap] = next;
        if (stop > before || (gap && stop === before)) break;
        if (!isSpared(next)) dropped.push(next);
      }
      if (first > MAX_FORGOTTEN) ranges();
      return dropped;
    },
  };
}

/**
 * @param ranges what was removed from the whole, ascending by their beginnings
 * @param from offset of `text` in the whole
 * @returns the rest of it; the same string if that is all of it
 */
export function keptOf(ranges: readonly Range[], from: number, text: string): string {
  const to = from + text.length;
  let result = '';
  let at = from;
  /** The next text follows a gap. */
  let behindGap = false;
  for (const [start, stop, gap = false, put = ''] of ranges) {
    if (stop < at) continue;
    if (start >= to) break;
    if (start > at) result += withFeed(text.slice(at - from, start - from), behindGap);
    // Once, where the range begins.
    if (start >= from) result += put;
    if (stop > at || start >= from) at = stop;
    behindGap = gap;
  }
  if (at === from) return withFeed(text, behindGap);
  return at < to ? result + withFeed(text.slice(at - from), behindGap) : result;
}

/**
 * @param ranges ascending, by their beginnings and by their ends
 * @param first index of the first range that counts
 * @returns those that overlap or touch [from, to)
 */
export function rangesIn(
  ranges: readonly Range[],
  from: number,
  to: number,
  first = 0,
): readonly Range[] {
  const begin = search(ranges, first, ([, stop]) => stop >= from);
  return ranges.slice(
    begin,
    search(ranges, begin, ([start]) => start > to),
  );
}

/**
 * @returns the index of the first range, from `low` on, that passes a test, which all behind it
 * pass, too
 */
function search(ranges: readonly Range[], low: number, passes: (range: Range) => boolean): number {
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (passes(ranges[middle] as Range)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Adds ranges behind others, and joins those that overlap or touch. */
export function append(ranges: Range[], more: readonly Range[]): void {
  for (let [from, to, gap = false, put = ''] of more) {
    for (let last = ranges.at(-1); last && from <= last[1]; last = ranges.at(-1)) {
      from = Math.min(from, last[0]);
      to = Math.max(to, last[1]);
      gap ||= last[2] ?? false;
      put = (last[3] ?? '') + put;
      ranges.pop();
    }
    ranges.push(put ? [from, to, gap, put] : [from, to, gap]);
  }
}

function withFeed(text: string, isDue: boolean): string {
  return isDue && text !== '' && !/^[\r\n]/.test(text) ? '\n' + text : text;
}

/** @returns the ranges of both lists, ascending, none touching the next */
export function unionOf(a: readonly Range[], b: readonly Range[]): readonly Range[] {
  if (a.length === 0) return b;
  if (b.length === 0) return a;
  const union: [from: number, to: number, gap: boolean, put?: string][] = [];
  for (const [from, to, gap = false, put] of [...a, ...b].sort((one, other) => one[0] - other[0])) {
    const last = union[union.length - 1];
    if (last && from <= last[1]) {
      last[1] = Math.max(last[1], to);
      last[2] ||= gap;
      if (put) last[3] = (last[3] ?? '') + put;
    } else union.push(put ? [from, to, gap, put] : [from, to, gap]);
  }
  return union;
}

/** What tells a text whether there is evidence of markers, and its callbacks. */
export interface MarkerRunOptions {
  /**
   * Returns whether there is evidence that markers are here; called for each run. While it returns
   * false, a line that only looks like one stays, unless the text itself proves it (see
   * evidence.ts). Without it, there is.
   */
  expected?(): boolean;
  /**
   * Returns whether an earlier text of the chat begins with labels in Hermes' words: then this one,
   * if it begins so, is proof. Without it, there is none.
   */
  echoes?(): boolean;
  /**
   * Returns whether it may be anybody's text, who quotes what Hermes writes: its own words prove
   * nothing.
   */
  isAnybodys?(): boolean;
  /**
   * Called when the text itself proves that it contains markers; once they are expected, no more
   * proof is searched for.
   */
  onEvidence?(): void;
  /**
   * Called once for each marker removed.
   * @param isProof it proves by itself that a server writes such markers
   */
  onMarker(marker: FoundMarker, isProof: boolean): void;
  /**
   * Called where markers are expected for each line that reads like one, and stays. `isProse`: it
   * is introduced, its sentence goes on, its tool cannot have its label, or it is all that is said.
   * Else what surrounds it does not decide: it is a paragraph of its own, or text follows directly.
   */
  onKept?(marker: FoundMarker, isProse: boolean): void;
}

/** What precedes a line. */
export interface Lead {
  /** No blank line: it follows a line of text, or begins the text. */
  readonly tight: boolean;
  /** It begins the text. */
  readonly first: boolean;
  /** The text before it is no whole sentence, as in "It looks like this:". */
  readonly open: boolean;
}

/**
 * A line that is complete as a sentence: what follows is no part of it, even without a line feed.
 */
const SENTENCE_END = /[.!?…。！？]["'”’»)\]*_\s\p{So}\uFE0F]*$/u;
/** Longer than what `SENTENCE_END` examines. */
export const TAIL = 40;

/** @returns whether a line that ends like this is complete as a sentence */
export function endsSentence(ending: string): boolean {
  return SENTENCE_END.test(ending);
}

/**
 * What follows a run: the end of the text, two blank lines, a sentence that goes on, or anything
 * else.
 */
export type Follower = 'end' | 'gap' | 'sentence' | 'text';

/**
 * Marker lines with one blank line after each, while it is undecided whether they are markers. What
 * surrounds them decides (see evidence.ts).
 */
export type MarkerRun = ReturnType<typeof createMarkerRun>;

export function createMarkerRun(removals: RemovedRanges, options: MarkerRunOptions) {
  let lines: { readonly marker: FoundMarker; readonly from: number; readonly to: number }[] = [];
  let lead: Lead = { tight: true, first: true, open: false };
  /** The text has proved that it contains markers. */
  let proven = false;

  function isExpected(): boolean {
    return proven || (options.expected?.() ?? true);
  }

  function prove(): void {
    if (proven) return;
    proven = true;
    options.onEvidence?.();
  }

  /** Returns whether the lines are calls, given that markers are expected. */
  function isCall(follower: Follower): boolean {
    if (isGap(follower)) return true;
    if (!mayBeCall(follower)) return false;
    // A paragraph of its own: people write command lines, keys and examples like that.
    if (!lead.tight) return follower === 'gap' && isWorded();
    return follower === 'text' || !lead.first || isWorded();
  }

  /** Returns whether the lines prove by themselves that markers are here. */
  function isEvidence(follower: Follower): boolean {
    if (isGap(follower)) return fit();
    if (lead.open || !isWorded()) return false;
    // A label in Hermes' words, alone, may be anybody's who writes about Hermes.
    const isEcho = lead.first && lead.tight && follower === 'text';
    return follower === 'gap' || (isEcho && (options.echoes?.() ?? false));
  }

  /** Returns whether nothing around the lines says that they are prose. */
  function mayBeCall(follower: Follower): boolean {
    return !lead.open && follower !== 'sentence' && fit();
  }

  /** Hermes begins the text after its tools with two line feeds. */
  function isGap(follower: Follower): boolean {
    return follower === 'gap' && lead.tight;
  }

  function fit(): boolean {
    return lines.every(({ marker }) => fitsTool(marker));
  }

  function isWorded(): boolean {
    return lines.every(({ marker }) => isHermesWorded(marker));
  }

  function settle(follower: Follower): boolean {
    if (lines.length === 0) return false;
    if (!isExpected() && !options.isAnybodys?.() && isEvidence(follower)) prove();
    if (!isExpected()) {
      lines = [];
      return false;
    }
    const isRemoved = isCall(follower);
    const isProof = isGap(follower) && isEvidence(follower);
    const isProse = !mayBeCall(follower) || (lead.first && follower === 'end');
    const settled = lines;
    lines = [];
    for (const { marker, from, to } of settled) {
      if (isRemoved) {
        removals.add(from, to);
        options.onMarker(marker, isProof);
      } else options.onKept?.(marker, isProse);
    }
    return isRemoved;
  }

  return {
    /** The text has proved that it contains markers. */
    prove,
    /**
     * @returns the offset where what is removed with its first line begins; null if there is none
     */
    from: (): number | null => lines[0]?.from ?? null,
    /** @returns the number of units from there up to the offset `to`; 0 if there is no line */
    held: (to: number): number => (lines[0] ? to - lines[0].from : 0),
    /** A candidate line begins. */
    begin(before: Lead): void {
      if (lines.length === 0) lead = before;
    },
    /** Adds a marker line. @param from the offsets of what is removed with it */
    add(marker: FoundMarker, from: number, to: number): void {
      lines.push({ marker, from, to });
    },
    /** Returns whether a line may be a call here, as far as what precedes it tells. */
    mayCall: (marker: Marker): boolean => lead.tight && !lead.open && fitsTool(marker),
    /** Decides whether its lines are markers. @returns whether they are removed */
    settle,
    /** A line that begins as its lines would is no marker, as no blank line is behind it. */
    pass(marker: FoundMarker, follower: Follower): void {
      const isProse = lead.open || follower === 'sentence' || !fitsTool(marker);
      if (isExpected()) options.onKept?.(marker, isProse);
    },
  };
}
