/**
 * A stretch of a text as [from, to), offsets in UTF-16 units. `gap` says that it was cut out of the middle of a line with the
 * line feeds around it: text that follows on its heels begins a line.
 */
export type Range = readonly [from: number, to: number, gap?: boolean];

/** What was taken out of a text. */
export interface RemovedRanges {
  /** Ranges are added in ascending order; one that begins where the last one does takes its place. */
  add(from: number, to: number, gap?: boolean): void;
  /** What was taken out and not forgotten. */
  ranges(): readonly Range[];
  /**
   * @param from offset of `text` in the whole
   * @returns what stays of it; the very same string when that is all of it
   */
  kept(from: number, text: string): string;
  /** [from, to) leaves as it came: what begins in it, now or later, is not taken out, not even its rest. */
  spare(from: number, to: number): void;
  /** Drops ranges that end at or before an offset: no `kept` will be asked for them any more. */
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
      // Between two ranges that touch there is no text that the gap could end with.
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
      // A gap counts until the text behind it was asked for.
      if (removed.length > 0) removed = removed.filter(([, stop, gap]) => stop > before || (gap && stop === before));
    },
  };
}

/**
 * @param ranges what was taken out of the whole, ascending by where they begin
 * @param from offset of `text` in the whole
 * @returns what stays of it; the very same string when that is all of it
 */
export function keptOf(ranges: readonly Range[], from: number, text: string): string {
  const to = from + text.length;
  let result = '';
  let at = from;
  /** The text that comes next follows a gap. */
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

/** @returns what either list takes out, ascending, none touching the next */
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
