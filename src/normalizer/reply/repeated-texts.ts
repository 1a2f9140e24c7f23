import type { MarkerFilter } from '../text/marker-filter.ts';
import { keptOf, type Range } from '../text/removed-ranges.ts';

/** Most units of text, texts, and turns of one text that are remembered; beyond, nothing is. */
const MAX_UNITS = 1024 * 1024;
const MAX_TEXTS = 256;
const MAX_TURNS = 64;
/** Blanks by which a whole text may differ from what it repeats. */
const MAX_BLANKS = 64;

interface Said {
  /** Null for a whole text. */
  readonly filter: MarkerFilter | null;
  /** What stays of a whole text. */
  readonly kept: string;
  text: string;
  /** Ranges that the filter has dropped, as [from, to), ascending. */
  removed: Range[];
  readonly turns: number[];
}

/**
 * Remembers what happened to the texts of deltas. Many servers repeat them, whole or in part, and one text has one
 * verdict: a copy judged by itself could show what was removed, or lose what stayed.
 */
export function createRepeatedTexts() {
  let said: Said[] = [];
  let units = 0;

  function remember(filter: MarkerFilter): MarkerFilter {
    const entry: Said = { filter, kept: '', text: '', removed: [], turns: [0] };
    return {
      ...filter,
      push(text) {
        if (text !== '') take(entry, text);
        filter.push(text);
      },
      forget(before) {
        const known = entry.removed.at(-1)?.[1] ?? 0;
        if (units <= MAX_UNITS)
          for (const range of filter.removals())
            if (range[1] <= before && range[1] > known) entry.removed.push(range);
        filter.forget(before);
      },
    };
  }

  function take(entry: Said, text: string): void {
    if (entry.text === '' && units <= MAX_UNITS) said.push(entry);
    units += text.length;
    if (units <= MAX_UNITS && said.length <= MAX_TEXTS) entry.text += text;
    else {
      // The filters continue, and with them the entry of each.
      for (const each of [...said, entry]) {
        each.text = '';
        each.removed = [];
      }
      units = Infinity;
      said = [];
    }
  }

  function find(text: string): (() => string | null) | null {
    const lead = text.length - text.trimStart().length;
    const core = text.trim();
    if (core === '') return null;
    // What one text is as a whole, another may begin or end with.
    const same = findLast(
      ({ text: whole }) => whole.length >= core.length && whole.trim() === core,
    );
    const entry = same ?? findLast((one) => findIn(one, core) !== -1);
    return entry ? copyFrom(entry, findIn(entry, core), text, lead, core.length) : findRow(text);
  }

  function findLast(fits: (entry: Said) => boolean): Said | null {
    for (let i = said.length - 1; i >= 0; i--) {
      const entry = said[i];
      if (entry?.filter && fits(entry)) return entry;
    }
    return null;
  }

  /** Finds several texts in a row. */
  function findRow(text: string): (() => string | null) | null {
    let row: readonly Said[] = [];
    for (let from = 0; from < said.length && row.length < 2; from++) row = rowFrom(from, text);
    if (row.length < 2) return null;
    return () => {
      const kept = row.map((entry) => keptIn(entry, 0, entry.text.length));
      return kept.includes(null) ? null : kept.join('');
    };
  }

  /** @returns the texts from this one on that make up a text; none if they do not */
  function rowFrom(from: number, text: string): readonly Said[] {
    let at = 0;
    for (let i = from; i < said.length && text.startsWith(said[i]?.text ?? '', at); i++) {
      at += said[i]?.text.length ?? 0;
      if (at === text.length) return said.slice(from, i + 1);
    }
    return [];
  }

  return {
    /** @returns the filter, whose text is remembered from now on */
    remember,
    /**
     * Searches for a text in what was said so far: all of it, its end, its beginning, what came since a turn, or
     * several texts in a row. Blanks around it may be missing or differ.
     * @returns a function that returns the cleaned copy once all of the original is decided, null if it is not. Null
     * for a text that was not said.
     */
    find,
    /** Returns whether a text repeats all of another, or several in a row; @param parts or a part, as `find` finds it */
    repeats(text: string, parts: boolean): boolean {
      if (parts) return find(text) !== null;
      const isLike = (whole: string): boolean =>
        Math.abs(whole.length - text.length) < MAX_BLANKS && whole.trim() === text.trim();
      return said.some((entry) => isLike(entry.text)) || findRow(text) !== null;
    },
    /** Adds a whole text, of which `kept` stays. */
    add(text: string, kept: string): void {
      if (text !== '') take({ filter: null, kept, text: '', removed: [], turns: [] }, text);
    },
    /** Something other than text came: a copy may begin or end here. */
    turn(): void {
      const last = said.length > 0 ? said[said.length - 1] : undefined;
      if (
        last &&
        last.turns.length < MAX_TURNS &&
        last.turns[last.turns.length - 1] !== last.text.length
      )
        last.turns.push(last.text.length);
    },
  };
}

/** @returns the position of a text without blanks around it: at the end, otherwise after a turn; or -1 */
function findIn({ text, turns }: Said, core: string): number {
  const end = text.trimEnd().length;
  if (end >= core.length && text.slice(end - core.length, end) === core) return end - core.length;
  for (const turn of turns) {
    let at = turn;
    while (at < end && text.charAt(at).trim() === '') at++;
    if (text.slice(at, at + core.length) === core) return at;
  }
  return -1;
}

/** @param at where `length` units of the copy are, starting at `lead` in the copy */
function copyFrom(
  entry: Said,
  at: number,
  copy: string,
  lead: number,
  length: number,
): () => string | null {
  let from = at;
  let before = lead;
  while (before > 0 && from > 0 && entry.text[from - 1] === copy[before - 1]) {
    from--;
    before--;
  }
  let to = at + length;
  let behind = lead + length;
  while (behind < copy.length && to < entry.text.length && entry.text[to] === copy[behind]) {
    to++;
    behind++;
  }
  return () => {
    const kept = keptIn(entry, from, to);
    return kept === null ? null : copy.slice(0, before) + kept + copy.slice(behind);
  };
}

/** @returns the rest of [from, to); null if not known yet */
function keptIn({ filter, kept, text, removed }: Said, from: number, to: number): string | null {
  if (!filter) return kept;
  if (filter.decided() < to) return null;
  const last = removed.at(-1)?.[1] ?? 0;
  // A range that ends where the copy begins leaves its gap before it.
  const ranges = [...removed, ...filter.removals().filter(([, stop]) => stop > last)].filter(
    ([, stop]) => stop > from,
  );
  return keptOf(ranges, from, text.slice(from, to));
}
