import type { Evidence } from './evidence.ts';
import { isHermesWorded } from './hermes-words.ts';
import type { FoundMarker } from './marker-grammar.ts';

/**
 * A range of a text as [from, to), offsets in UTF-16 units. `gap` says that it was cut out of the middle of a line with
 * the line feeds around it: text directly after it begins a line.
 */
export type Range = readonly [from: number, to: number, gap?: boolean];

/** What was removed from a text. */
export interface RemovedRanges {
  /** Adds a range; ranges are added in ascending order, and one with the same beginning replaces the last one. */
  add(from: number, to: number, gap?: boolean): void;
  /** Returns the ranges that were removed and not forgotten. */
  ranges(): readonly Range[];
  /**
   * @param from offset of `text` in the whole
   * @returns the rest of it; the same string if that is all of it
   */
  kept(from: number, text: string): string;
  /**
   * Marks [from, to) as passed on unchanged: nothing that begins in it, now or later, is removed, not even its rest.
   */
  spare(from: number, to: number): void;
  /** Drops ranges that end at or before an offset: `kept` will not be called for them any more. */
  forget(before: number): void;
}

/** Forgotten ranges beyond which they are dropped from memory. */
const MAX_FORGOTTEN = 10_000;

export function createRemovedRanges(): RemovedRanges {
  let removed: Range[] = [];
  /** Those before this index are forgotten: a message of many parts forgets them one by one. */
  let first = 0;
  const spared: [from: number, to: number][] = [];

  function ranges(): readonly Range[] {
    if (first > 0) removed = removed.slice(first);
    first = 0;
    if (spared.length === 0) return removed;
    return removed.filter(([start]) => !spared.some(([from, to]) => start >= from && start < to));
  }

  return {
    add(from, to, gap = false) {
      if (removed.length > first && removed[removed.length - 1]?.[0] === from) removed.pop();
      const last = removed[removed.length - 1];
      // There is no text between two touching ranges that the gap could end with.
      removed.push(gap || (last?.[1] === from && last[2]) ? [from, to, true] : [from, to]);
    },
    ranges,
    kept: (from, text) => (spared.length === 0 ? keptOf(removed, from, text, first) : keptOf(ranges(), from, text)),
    spare(from, to) {
      const last = spared[spared.length - 1];
      if (last && from <= last[1]) last[1] = Math.max(last[1], to);
      else spared.push([from, to]);
    },
    forget(before) {
      // A gap counts until the text after it was requested.
      for (let next = removed[first]; next; next = removed[++first]) {
        const [, stop, gap] = next;
        if (stop > before || (gap && stop === before)) break;
      }
      if (first > MAX_FORGOTTEN) ranges();
    },
  };
}

/**
 * @param ranges what was removed from the whole, ascending by their beginnings
 * @param from offset of `text` in the whole
 * @param first index of the first range that counts
 * @returns the rest of it; the same string if that is all of it
 */
export function keptOf(ranges: readonly Range[], from: number, text: string, first = 0): string {
  const to = from + text.length;
  let result = '';
  let at = from;
  /** The next text follows a gap. */
  let behindGap = false;
  for (let i = first; i < ranges.length; i++) {
    const [start, stop, gap = false] = ranges[i] as Range;
    if (stop < at) continue;
    if (start >= to) break;
    if (start > at) result += withFeed(text.slice(at - from, start - from), behindGap);
    if (stop > at || start >= from) at = stop;
    behindGap = gap;
  }
  if (at === from) return withFeed(text, behindGap);
  return at < to ? result + withFeed(text.slice(at - from), behindGap) : result;
}

function withFeed(text: string, isDue: boolean): string {
  return isDue && text !== '' && !/^[\r\n]/.test(text) ? '\n' + text : text;
}

/** @returns the ranges of both lists, ascending, none touching the next */
export function unionOf(a: readonly Range[], b: readonly Range[]): readonly Range[] {
  if (a.length === 0) return b;
  if (b.length === 0) return a;
  const union: [from: number, to: number, gap: boolean][] = [];
  for (const [from, to, gap = false] of [...a, ...b].sort((one, other) => one[0] - other[0])) {
    const last = union[union.length - 1];
    if (last && from <= last[1]) {
      last[1] = Math.max(last[1], to);
      last[2] ||= gap;
    } else union.push([from, to, gap]);
  }
  return union;
}

/** What tells a text whether there is evidence of markers, and its callbacks. */
export interface MarkerRunOptions {
  /**
   * Returns whether there is evidence that markers are here; called for each marker. While it returns false, a line
   * that only looks like one stays, unless the text itself proves it (see evidence.ts). Without it, there is.
   */
  expected?(): boolean;
  /** Called with what the text itself proves; once markers are expected, no more proof is searched for. */
  onEvidence?(evidence: Evidence): void;
  /** Called once for each marker removed. */
  onMarker(marker: FoundMarker): void;
}

/**
 * Marker lines with one blank line after each, while it is undecided whether they are markers: no evidence yet. What
 * follows them decides (see evidence.ts).
 */
export interface MarkerRun {
  isExpected(): boolean;
  prove(evidence: Evidence): void;
  /** @returns the offset where what is removed with its first line begins; null if there is none */
  from(): number | null;
  /** @returns the number of units from there up to the offset `to`; 0 if there is no line */
  held(to: number): number;
  /** A candidate line begins. @param tight no blank line precedes it, as Hermes writes markers */
  begin(tight: boolean): void;
  /** Adds a marker line. @param from the offsets of what is removed with it */
  add(marker: FoundMarker, from: number, to: number): void;
  /** A second blank line follows the last marker line: Hermes begins the text after its tools with two line feeds. */
  secondBlank(): void;
  /** Decides whether its lines are markers, by what is known now. */
  settle(): void;
  /** Decides that its lines stay. */
  drop(): void;
}

export function createMarkerRun(removals: RemovedRanges, options: MarkerRunOptions): MarkerRun {
  let lines: { readonly marker: FoundMarker; readonly from: number; readonly to: number }[] = [];
  /** The run, or the candidate that may begin one, has no blank line before it. */
  let isTight = false;
  /** The text has proved that it contains markers. */
  let proven = false;

  function isExpected(): boolean {
    return proven || (options.expected?.() ?? true);
  }

  function prove(evidence: Evidence): void {
    proven = true;
    options.onEvidence?.(evidence);
  }

  return {
    isExpected,
    prove,
    from: () => lines[0]?.from ?? null,
    held: (to) => (lines[0] ? to - lines[0].from : 0),
    begin(tight) {
      if (lines.length === 0) isTight = tight;
    },
    add(marker, from, to) {
      if (!isExpected() && isHermesWorded(marker)) prove('text');
      lines.push({ marker, from, to });
    },
    secondBlank() {
      if (lines.length > 0 && isTight) prove('server');
    },
    settle() {
      if (lines.length === 0) return;
      const settled = lines;
      lines = [];
      if (!isExpected()) return;
      for (const { marker, from, to } of settled) {
        removals.add(from, to);
        options.onMarker(marker);
      }
    },
    drop() {
      lines = [];
    },
  };
}
