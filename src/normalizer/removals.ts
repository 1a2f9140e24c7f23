/** A stretch of a text as [from, to), offsets in UTF-16 units. */
export type Range = readonly [from: number, to: number];

/** What was taken out of a text. */
export interface Removals {
  /** Ranges are added in ascending order; one that begins where the last one does takes its place. */
  add(from: number, to: number): void;
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

export function createRemovals(): Removals {
  let removed: Range[] = [];
  const spared: [from: number, to: number][] = [];

  function ranges(): readonly Range[] {
    if (spared.length === 0) return removed;
    return removed.filter(([start]) => !spared.some(([from, to]) => start >= from && start < to));
  }

  return {
    add(from, to) {
      if (removed[removed.length - 1]?.[0] === from) removed.pop();
      removed.push([from, to]);
    },
    ranges,
    kept: (from, text) => keptOf(ranges(), from, text),
    spare(from, to) {
      const last = spared[spared.length - 1];
      if (last && from <= last[1]) last[1] = Math.max(last[1], to);
      else spared.push([from, to]);
    },
    forget(before) {
      if (removed.length > 0) removed = removed.filter(([, stop]) => stop > before);
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
  for (const [start, stop] of ranges) {
    if (stop <= at) continue;
    if (start >= to) break;
    if (start > at) result += text.slice(at - from, start - from);
    at = stop;
  }
  if (at === from) return text;
  return at < to ? result + text.slice(at - from) : result;
}

/** @returns what either list takes out, ascending, none touching the next */
export function unionOf(a: readonly Range[], b: readonly Range[]): readonly Range[] {
  if (a.length === 0) return b;
  if (b.length === 0) return a;
  const union: [from: number, to: number][] = [];
  for (const [from, to] of [...a, ...b].sort((one, other) => one[0] - other[0])) {
    const last = union[union.length - 1];
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else union.push([from, to]);
  }
  return union;
}
