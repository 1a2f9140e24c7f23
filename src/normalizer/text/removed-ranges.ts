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
   * @returns what stays of it; the same string if that is all of it
   */
  kept(from: number, text: string): string;
  /**
   * Marks [from, to) as passed on unchanged: nothing that begins in it, now or later, is removed, not even its rest.
   */
  spare(from: number, to: number): void;
  /** Drops ranges that end at or before an offset: `kept` will not be called for them any more. */
  forget(before: number): void;
}

export function createRemovedRanges(): RemovedRanges {
  let removed: Range[] = [];
  const spared: [from: number, to: number][] = [];

  function ranges(): readonly Range[] {
    if (spared.length === 0) return removed;
    return removed.filter(([start]) => !spared.some(([from, to]) => start >= from && start < to));
  }

  return {
    add(from, to, gap = false) {
      if (removed[removed.length - 1]?.[0] === from) removed.pop();
      const last = removed[removed.length - 1];
      // There is no text between two touching ranges that the gap could end with.
      removed.push(gap || (last?.[1] === from && last[2]) ? [from, to, true] : [from, to]);
    },
    ranges,
    kept: (from, text) => keptOf(ranges(), from, text),
    spare(from, to) {
      const last = spared[spared.length - 1];
      if (last && from <= last[1]) last[1] = Math.max(last[1], to);
      else spared.push([from, to]);
    },
    forget(before) {
      // A gap counts until the text after it was requested.
      if (removed.length > 0) removed = removed.filter(([, stop, gap]) => stop > before || (gap && stop === before));
    },
  };
}

/**
 * @param ranges what was removed from the whole, ascending by their beginnings
 * @param from offset of `text` in the whole
 * @returns what stays of it; the same string if that is all of it
 */
export function keptOf(ranges: readonly Range[], from: number, text: string): string {
  const to = from + text.length;
  let result = '';
  let at = from;
  /** The next text follows a gap. */
  let behindGap = false;
  for (const [start, stop, gap = false] of ranges) {
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

/** @returns what either list removes, ascending, none touching the next */
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
