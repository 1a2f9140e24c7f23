import { type CleanedText, cleanText, type CleanTextOptions } from '../cleaning/clean-text.ts';
import type { TextSlot } from '../dialects/dialect.ts';
import type { MarkerFilter } from '../text/marker-filter.ts';
import { append, keptOf, rangesIn, type Range } from '../text/removed-ranges.ts';
import type { FoundMarkers } from './found-markers.ts';
import { createSaidText, soughtOf, type SaidText, type Sought } from './said-text.ts';

/** Most units of text, and texts, that are remembered; beyond, nothing is. */
const MAX_UNITS = 1024 * 1024;
const MAX_TEXTS = 256;
/** Blanks by which a whole text may differ from what it repeats. */
const MAX_BLANKS = 64;

interface Said {
  /** Null for a whole text. */
  readonly filter: MarkerFilter | null;
  /** What stays of a whole text. */
  readonly kept: string;
  text: SaidText;
  /** Ranges that the filter has dropped, as [from, to), ascending. */
  removed: Range[];
}

/** What was said in one reply. */
export type RepeatedTexts = ReturnType<typeof createRepeatedTexts>;

/**
 * Remembers what happened to the texts of deltas. Many servers repeat them, whole or in part, and
 * one text has one verdict: a copy judged by itself could show what was removed, or lose what
 * stayed.
 */
export function createRepeatedTexts() {
  let said: Said[] = [];
  let units = 0;

  function remember(filter: MarkerFilter): MarkerFilter {
    const entry: Said = { filter, kept: '', text: createSaidText(), removed: [] };
    return {
      ...filter,
      push(text) {
        if (text !== '') take(entry, text);
        filter.push(text);
      },
      forget(before) {
        const dropped = filter.forget(before);
        if (units <= MAX_UNITS) append(entry.removed, dropped);
        return dropped;
      },
    };
  }

  function take(entry: Said, text: string): void {
    if (entry.text.length() === 0 && units <= MAX_UNITS) said.push(entry);
    units += text.length;
    if (units <= MAX_UNITS && said.length <= MAX_TEXTS) entry.text.push(text);
    else {
      // The filters continue, and with them the entry of each.
      for (const each of [...said, entry]) {
        each.text = createSaidText();
        each.removed = [];
      }
      units = Infinity;
      said = [];
    }
  }

  function find(text: string): (() => string | null) | null {
    const lead = text.length - text.trimStart().length;
    const core = soughtOf(text.trim());
    if (core.text === '') return null;
    // What one text is as a whole, another may begin or end with.
    const same = findLast((one) => one.is(core));
    const entry = same ?? findLast((one) => one.find(core) !== -1);
    return entry
      ? copyFrom(entry, entry.text.find(core), text, lead, core.text.length)
      : findRow(soughtOf(text));
  }

  function findLast(fits: (text: SaidText) => boolean): Said | null {
    return said.findLast(({ filter, text }) => filter !== null && fits(text)) ?? null;
  }

  /** Finds several texts in a row. */
  function findRow(sought: Sought): (() => string | null) | null {
    const row = rowOf(said, sought);
    if (row.length === 0) return null;
    let at = 0;
    const parts = row.map((entry) => sought.text.slice(at, (at += entry.text.length())));
    return () => {
      const kept = row.map((entry, i) => keptIn(entry, 0, parts[i] ?? ''));
      return kept.includes(null) ? null : kept.join('');
    };
  }

  return {
    /** @returns the filter, whose text is remembered from now on */
    remember,
    /**
     * Searches for a text in what was said so far: all of it, its end, its beginning, what came
     * since a turn, or several texts in a row. Blanks around it may be missing or differ. The time
     * is linear in the length of the text, however long the others are.
     * @returns a function that returns the cleaned copy once all of the original is decided, null
     * if it is not. Null for a text that was not said.
     */
    find,
    /**
     * Returns whether a text repeats all of another, or several in a row;
     * @param parts or a part, as `find` finds it
     */
    repeats(text: string, parts: boolean): boolean {
      if (parts) return find(text) !== null;
      const core = soughtOf(text.trim());
      const isLike = (whole: SaidText): boolean =>
        Math.abs(whole.length() - text.length) < MAX_BLANKS && whole.is(core);
      return said.some((entry) => isLike(entry.text)) || findRow(soughtOf(text)) !== null;
    },
    /** Adds a whole text, of which `kept` stays. */
    add(text: string, kept: string): void {
      if (text !== '') take({ filter: null, kept, text: createSaidText(), removed: [] }, text);
    },
    /** Something other than text came: a copy may begin or end here. */
    turn(): void {
      said[said.length - 1]?.text.turn();
    },
  };
}

/**
 * @returns the first two or more texts, one behind the other, that together are the one that is
 * sought; else none
 */
function rowOf(said: readonly Said[], { text, hash, power }: Sought): readonly Said[] {
  // The hash of all texts up to each, as if they were one, and how long that is.
  const hashes = [0];
  const ends = [0];
  const lengths = new Map<number, number>([[0, 0]]);
  for (const [i, { text: one }] of said.entries()) {
    hashes.push((Math.imul(hashes[i] ?? 0, one.power()) + one.hash()) | 0);
    const end = (ends[i] ?? 0) + one.length();
    ends.push(end);
    lengths.set(end, i + 1);
  }
  for (let i = 0; i < said.length; i++) {
    const to = lengths.get((ends[i] ?? 0) + text.length);
    if (to === undefined || to < i + 2) continue;
    const found = ((hashes[to] ?? 0) - Math.imul(hashes[i] ?? 0, power)) | 0;
    const row = said.slice(i, to);
    if (found === hash && isRow(row, text)) return row;
  }
  return [];
}

function isRow(row: readonly Said[], text: string): boolean {
  let at = 0;
  return row.every((one) => {
    const from = at;
    at += one.text.length();
    return one.text.holds(0, text.slice(from, at));
  });
}

/** @param at where `length` units of the copy are, starting at `lead` in the copy */
function copyFrom(
  entry: Said,
  at: number,
  copy: string,
  lead: number,
  length: number,
): () => string | null {
  const { unitAt } = entry.text;
  let from = at;
  let before = lead;
  while (before > 0 && from > 0 && unitAt(from - 1) === copy.charCodeAt(before - 1)) {
    from--;
    before--;
  }
  let to = at + length;
  let behind = lead + length;
  while (behind < copy.length && unitAt(to) === copy.charCodeAt(behind)) {
    to++;
    behind++;
  }
  return () => {
    const kept = keptIn(entry, from, copy.slice(before, behind));
    return kept === null ? null : copy.slice(0, before) + kept + copy.slice(behind);
  };
}

/** @returns the rest of what the text has at an offset; null if not known yet */
function keptIn({ filter, kept, removed }: Said, from: number, text: string): string | null {
  const to = from + text.length;
  if (!filter) return kept;
  if (filter.decided() < to) return null;
  const last = removed.at(-1)?.[1] ?? 0;
  const ranges = [
    ...rangesIn(removed, from, to),
    ...filter.removalsIn(from, to).filter(([, stop]) => stop > last),
  ];
  // A range that ends where the copy begins leaves its gap before it.
  return keptOf(
    ranges.filter(([, stop]) => stop > from),
    from,
    text,
  );
}

/**
 * Copies in one message that nothing else has brought: their texts, and how often words occur in
 * them.
 */
interface Copies {
  readonly texts: Set<string>;
  readonly counts: Map<string, number>;
}

/** Judges copies: texts of which other messages have brought all, or will. */
export function createCopiedTexts(said: RepeatedTexts, found: FoundMarkers, cleans: () => boolean) {
  /** What copies alone have brought, by its words: how often at once. */
  const copied = new Map<string, number>();
  let message = noCopies();

  /**
   * Reports what a text shows that no delta has brought: other messages may bring it again, as a
   * whole or in parts.
   */
  function tell(text: string, { markers, hits }: CleanedText): void {
    if (message.texts.has(text)) return;
    message.texts.add(text);
    for (const marker of markers)
      if (isNew(`${marker.emoji} ${marker.label}`)) found.inWhole(marker);
    for (const hit of hits) if (isNew(`${hit.rule}\n${hit.label}`)) found.hitInWhole(hit);
  }

  /** Returns whether something occurs more often in this message than in any before. */
  function isNew(words: string): boolean {
    const count = (message.counts.get(words) ?? 0) + 1;
    message.counts.set(words, count);
    if (count <= (copied.get(words) ?? 0)) return false;
    copied.set(words, count);
    return true;
  }

  return {
    /** The next copies are in another message. */
    begin(): void {
      message = noCopies();
    },
    /** @returns a function that returns what stays of the copy */
    judge({ text, kind }: TextSlot, how: CleanTextOptions): () => string {
      const known = said.find(text);
      const cleaned = known ? null : cleanText(text, how);
      if (cleaned && kind !== 'past') tell(text.trim(), cleaned);
      return () => {
        if (!cleans()) return text;
        return known?.() ?? (cleaned ?? cleanText(text, how)).text;
      };
    },
  };
}

function noCopies(): Copies {
  return { texts: new Set(), counts: new Map() };
}
