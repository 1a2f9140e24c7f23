import { jsonString, parseJson } from '../json/json-edit.ts';
import type { MarkerFilterOptions } from '../text/marker-filter.ts';
import type { FoundMarker, Marker } from '../text/marker-grammar.ts';
import type { CleaningOptions } from '../reply/reply.ts';
import type { RuleHit } from '../rules/rule-filter.ts';
import { textEnd, type TextEnd } from '../text/text-end.ts';
import { createTextReading, type TextReading } from './text-reading.ts';

/** Options of one text. */
export interface TextPartOptions extends CleaningOptions, Pick<MarkerFilterOptions, 'expected' | 'onEvidence'> {
  /** The end of the text that this one continues. */
  readonly after?: TextEnd;
  /** The first delta may be from the middle of the text. */
  readonly joined?: boolean;
  /** The text is read from its beginning. */
  onBeginning?(): void;
  /** Text that stays has arrived: no tool that a marker reported is running any more. */
  onText(): void;
  /** The text ends with a marker, so its tool is running now. What follows may still show that it is prose. */
  onTail(marker: Marker): void;
  /** The marker of the last `onTail` was prose. */
  onTailRefused(): void;
  /** A marker was removed. */
  onMarker(marker: FoundMarker): void;
  /** A rule removed something. */
  onRule?(hit: RuleHit): void;
}

/**
 * One text of a reply: the part of an item, or what is between two blocks. It arrives as deltas, as growing snapshots,
 * or both alternately; only new text is processed.
 */
export interface TextPart {
  /**
   * @returns what to append instead of a delta: it includes text held before, and excludes text that may become a
   * marker
   */
  append(delta: string): string;
  /**
   * @param text the whole text
   * @param open whether more may follow: then the beginning of a marker at its end is held back
   * @returns what to show instead
   */
  show(text: string, open: boolean): string;
  /** Deltas may have been missed. */
  miss(): void;
  /** Text is held that only another delta can release. */
  holds(): boolean;
  /** Returns how many markers were removed from the text as it is. */
  found(): number;
  /** Returns how many times a rule removed something from it. */
  ruled(): number;
  /** Returns where it ends, for a text that continues it. */
  ending(): TextEnd;
}

/**
 * Copies a text into its own memory: a mere slice would keep the whole snapshot alive, a gigabyte for a reply of 200
 * kB.
 */
function ownCopy(text: string): string {
  const copy = text === '' ? text : parseJson(jsonString(text, text));
  return typeof copy === 'string' ? copy : text;
}

/**
 * Longest text kept for comparison with the next snapshot, in UTF-16 units; one that grows longer passes unchanged from
 * there on.
 */
const MAX_TEXT = 4 * 1024 * 1024;

/**
 * Creates the state of one text. Only the line rule applies here, because the server merges deltas as it likes and the
 * stored text must come out the same. But a delta, or what a snapshot adds to the one before, that is exactly a marker
 * counts as evidence: no model writes a line in one piece, with the line feeds around it.
 */
export function createTextPart(options: TextPartOptions): TextPart {
  /** The original text so far. */
  let raw = '';
  /** A line feed that is decided but not passed on: the page drops one that comes alone before any text. */
  let carried = '';
  let found = 0;
  let ruled = 0;
  let ended = false;
  /** The text has grown too long to be kept. */
  let over = false;
  /** The text has proved that it contains markers. */
  let proven = false;
  /** The next delta does not continue where `raw` ends. */
  let missed = options.joined === true;
  /** `raw` begins in the middle of the text. */
  let cut = false;
  /** The last thing that arrived was a delta. */
  let byDelta = false;
  let reading = read();

  function read(): TextReading {
    return createTextReading({
      ...options,
      midLine: cut,
      after: cut ? undefined : options.after,
      cleans,
      expected: () => proven || (options.expected?.() ?? true),
      onEvidence(evidence) {
        proven = true;
        options.onEvidence?.(evidence);
      },
      onMarker(marker) {
        found++;
        options.onMarker(marker);
      },
      onRule(hit) {
        ruled++;
        options.onRule?.(hit);
      },
    });
  }

  function cleans(): boolean {
    return options.cleans?.() !== false;
  }

  function restart(): void {
    found = ruled = 0;
    cut = false;
    begin();
  }

  /** Continues after what was missed; what was found is kept. */
  function joinMiddle(): void {
    missed = false;
    cut = true;
    begin();
  }

  function begin(): void {
    raw = carried = '';
    ended = false;
    reading = read();
  }

  /** @returns the held part of a text that is too long to be kept */
  function letGo(): string {
    const rest = carried + reading.held();
    if (!over) begin();
    over = true;
    return rest;
  }

  function append(delta: string): string {
    if (over || raw.length + delta.length > MAX_TEXT) return letGo() + delta;
    if (missed) joinMiddle();
    byDelta = true;
    ended = false;
    raw += delta;
    const out = carried + reading.push(delta, raw);
    carried = out === '\n' && reading.clean() === out ? out : '';
    return carried === '' ? out : '';
  }

  function show(text: string, open: boolean): string {
    missed = byDelta = false;
    if (text.length > MAX_TEXT) {
      letGo();
      return text;
    }
    over = false;
    // Compared as slices, which V8 does thirty times as fast as `startsWith` (88 kB: 5 µs); a snapshot arrives with
    // every word.
    if (cut || (reading.spared() && cleans())) restart();
    if (ended ? text !== raw : text.slice(0, raw.length) !== raw) restart();
    const more = ownCopy(text.slice(raw.length));
    if (raw === '') options.onBeginning?.();
    raw = text;
    carried = '';
    if (more !== '') reading.push(more, raw);
    if (!open && !ended) {
      reading.end();
      ended = true;
    }
    if (!cleans()) return text;
    reading.share(raw);
    return reading.clean();
  }

  function miss(): void {
    missed = true;
  }

  return {
    append,
    show,
    miss,
    holds: () => byDelta && reading.held() + carried !== '',
    found: () => found,
    ruled: () => ruled,
    ending: () => textEnd(raw, options.after),
  };
}
