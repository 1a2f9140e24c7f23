/** What was taken out of a text, as ranges [from, to) of offsets in UTF-16 units. */
export interface Removals {
  /** Ranges are added in ascending order. */
  add(from: number, to: number): void;
  ranges(): readonly (readonly [number, number])[];
  /**
   * @param from offset of `text` in the whole
   * @returns what stays of it; the very same string when that is all of it
   */
  kept(from: number, text: string): string;
  /** Drops ranges that end at or before an offset: no `kept` will be asked for them any more. */
  forget(before: number): void;
}

export function createRemovals(): Removals {
  let removed: (readonly [number, number])[] = [];

  function kept(from: number, text: string): string {
    const to = from + text.length;
    let result = '';
    let at = from;
    for (const [start, stop] of removed) {
      if (stop <= at) continue;
      if (start >= to) break;
      if (start > at) result += text.slice(at - from, start - from);
      at = stop;
    }
    if (at === from) return text;
    return at < to ? result + text.slice(at - from) : result;
  }

  return {
    add: (from, to) => void removed.push([from, to]),
    ranges: () => removed,
    kept,
    forget(before) {
      if (removed.length > 0) removed = removed.filter(([, stop]) => stop > before);
    },
  };
}
