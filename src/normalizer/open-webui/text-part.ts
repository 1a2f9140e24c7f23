import { createHeldText } from '../cleaning/held-text.ts';
import { createTextFilter } from '../cleaning/text-filter.ts';
import { jsonString, parseJson } from '../json/json-edit.ts';
import type { CleaningOptions } from '../reply/reply.ts';
import type { RuleHit } from '../rules/rule-filter.ts';
import type { MarkerFilter, MarkerFilterOptions } from '../text/marker-filter.ts';
import {
  readMarkerChunk,
  readMarkerLine,
  type FoundMarker,
  type Marker,
} from '../text/marker-grammar.ts';
import { textEnd, type TextEnd } from '../text/text-end.ts';

/** How a text is cleaned. */
interface TextHow
  extends
    Pick<CleaningOptions, 'rules' | 'cleans'>,
    Pick<MarkerFilterOptions, 'expected' | 'echoes' | 'isAnybodys'> {
  /** The end of the text that this one continues. */
  readonly after?: TextEnd;
}

/** What is found in a text. */
export interface TextEvents extends Pick<
  MarkerFilterOptions,
  'onEvidence' | 'onMarker' | 'onKept'
> {
  /** The text is read from its beginning. */
  onBeginning?(): void;
  /** Text that stays has arrived: no tool that a marker reported is running any more. */
  onText(): void;
  /**
   * The text ends with a marker that came by itself: its tool is running now. What follows may
   * still show that it is prose.
   * @param before how many more precede it of which the same is true
   */
  onTail(marker: Marker, before: number): void;
  /** Not all markers of `onTail` were removed: the rest was prose. */
  onTailRefused(): void;
  /** A rule removed something. */
  onRule?(hit: RuleHit): void;
}

/** How one text is read. */
export interface TextPartOptions extends TextHow {
  /** The first delta may be from the middle of the text. */
  readonly joined?: boolean;
}

/** One text of a reply: a part of an item, or the text between two blocks. */
export type TextPart = ReturnType<typeof createTextPart>;

/**
 * Longest text kept for comparison with the next snapshot, in UTF-16 units; one that grows longer
 * passes unchanged from there on.
 */
const MAX_TEXT = 4 * 1024 * 1024;

/**
 * Creates the state of one text, which arrives as deltas, as growing snapshots, or both
 * alternately; only new text is processed. Only the line rule applies here, because the server
 * merges deltas as it likes and the stored text must come out the same. But a delta, or the new end
 * of a snapshot, that is exactly a marker counts as evidence: no model writes a line in one piece,
 * with the line feeds around it.
 */
export function createTextPart(options: TextPartOptions, events: TextEvents) {
  /** The original text so far. */
  let raw = '';
  /** A line feed that is decided and kept: before any text, the page drops a lone one. */
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
  const cleans = (): boolean => options.cleans?.() !== false;
  /** Counts what the reading reports. */
  const counting = {
    ...events,
    onEvidence(): void {
      proven = true;
      events.onEvidence?.();
    },
    onMarker(marker: FoundMarker, isProof: boolean): void {
      found++;
      events.onMarker(marker, isProof);
    },
    onRule(hit: RuleHit): void {
      ruled++;
      events.onRule?.(hit);
    },
  };
  let reading = read();

  function read() {
    const expected = (): boolean => proven || (options.expected?.() ?? true);
    const after = cut ? undefined : options.after;
    return createReading(cut, { ...options, after, cleans, expected }, counting);
  }

  /** @param middle whether the text goes on after a gap: the counts are kept */
  function restart(middle: boolean): void {
    if (!middle) found = ruled = 0;
    cut = middle;
    raw = carried = '';
    ended = false;
    reading = read();
  }

  /** @returns the held part of a text that is too long to be kept */
  function letGo(): string {
    const rest = carried + reading.held();
    if (!over) restart(cut);
    over = true;
    return rest;
  }

  function append(delta: string): string {
    if (over || raw.length + delta.length > MAX_TEXT) return letGo() + delta;
    if (missed) restart(true);
    missed = ended = false;
    byDelta = true;
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
    if (cut || (reading.spared() && cleans())) restart(false);
    if (ended ? text !== raw : !continues(text, raw)) restart(false);
    const more = ownCopy(text.slice(raw.length));
    if (raw === '') events.onBeginning?.();
    raw = text;
    carried = '';
    if (more !== '') reading.push(more, raw);
    if (!open && !ended) {
      reading.end();
      ended = true;
    }
    // The same string if nothing was removed or is held, so that nothing need compare the two.
    return cleans() && reading.clean().length < raw.length ? reading.clean() : raw;
  }

  return {
    /** @returns the text to append instead of a delta: with what was held, without what is now */
    append,
    /**
     * @param text the whole text
     * @param open whether more may follow: then the beginning of a marker at its end is held back
     * @returns the text to show instead
     */
    show,
    /** Deltas may have been missed. */
    miss(): void {
      missed = true;
    },
    /** Text is held that only another delta can release. */
    holds: (): boolean => byDelta && reading.held() + carried !== '',
    /** Returns the text so far without what was removed. */
    text: (): string => reading.clean() + reading.held(),
    /** Returns how many markers were removed from the text as it is. */
    found: (): number => found,
    /** Returns how many times a rule removed something from it. */
    ruled: (): number => ruled,
    /** Returns where it ends, for a text that continues it. */
    ending: (): TextEnd => textEnd(raw, options.after),
  };
}

/**
 * Returns whether a snapshot begins with the text so far. Compared as slices, which V8 does thirty
 * times as fast as `startsWith` (88 kB: 5 µs); a snapshot arrives with every word.
 */
function continues(snapshot: string, raw: string): boolean {
  return snapshot.slice(0, raw.length) === raw;
}

type ReadingHow = TextHow & Required<Pick<TextHow, 'cleans' | 'expected'>>;
type ReadingEvents = TextEvents & Required<Pick<TextEvents, 'onEvidence' | 'onRule'>>;

/**
 * Reads a text from its beginning, or from where it continued after a gap.
 * @param midLine whether it begins in the middle of the text
 */
function createReading(midLine: boolean, how: ReadingHow, events: ReadingEvents) {
  let clean = '';
  let spared = false;
  let markers = 0;
  const filter = createTextFilter({
    ...how,
    ...events,
    midLine,
    isInjected: () => false,
    onMarker(marker, isProof) {
      markers++;
      events.onMarker(marker, isProof);
    },
  });
  const pending = createHeldText(filter, how.cleans);
  const tail = createTailWatch(filter, how.expected, events);

  function settle(): string {
    if (!how.cleans()) spared = true;
    const out = pending.settle();
    // A slice beside an emoji has two bytes a unit, and so would the whole text: 650 µs for 200 kB
    // in place of 410.
    clean += ownCopy(out);
    if (!how.rules && out.trim() !== '') events.onText();
    return out;
  }

  return {
    /**
     * @param raw all text of this reading, with `text` at its end
     * @returns the text that is thereby decided to stay
     */
    push(text: string, raw: string): string {
      const from = filter.position();
      const before = markers;
      const chunk = readMarkerChunk(text);
      const isInjected = chunk?.listed && !chunk.prose && filter.mayInject(chunk);
      if (isInjected && !how.isAnybodys?.()) events.onEvidence();
      pending.push(text);
      const out = settle();
      tail.look(raw, from, markers - before);
      tail.arrived(text);
      return out;
    },
    end(): void {
      const before = markers;
      filter.end();
      settle();
      tail.look('', 0, markers - before);
    },
    /** Returns the text that is decided to stay. */
    clean: (): string => clean,
    /** Returns the text that may still become a marker. */
    held: pending.held,
    /** Text was passed on unchanged: `clean` may contain markers. */
    spared: (): boolean => spared,
  };
}

/** Watches the end of a text: markers there, which nothing has decided yet, say what runs now. */
function createTailWatch(
  filter: MarkerFilter,
  expected: () => boolean,
  { onTail, onTailRefused }: Pick<TextEvents, 'onTail' | 'onTailRefused'>,
) {
  /**
   * Lines that `onTail` reported and that are undecided, and the offsets of the first and the last
   * one.
   */
  let tails = 0;
  let [first, last] = [-1, -1];
  /**
   * Words arrive several at once: a server may join deltas, so that what is one by itself may be
   * the model's, too.
   */
  let joins = false;

  /** The lines that were reported are decided. @param confirmed how many of them are markers */
  function settle(confirmed: number): void {
    if (confirmed < tails) onTailRefused();
    tails = 0;
    last = -1;
  }

  return {
    /**
     * @param raw all text
     * @param from offset of the last push: a line that began before it grows letter by letter, and
     * is not judged yet
     * @param confirmed markers that the last push has decided
     */
    look(raw: string, from: number, confirmed: number): void {
      // While nothing is removed, nothing is held either.
      const given = filter.decided();
      const held = filter.suspects() ? ownCopy(raw.slice(given)) : '';
      const at = held === '' ? -1 : given + (held[0] === '\n' ? 1 : 0);
      if (tails > 0 && at !== first) settle(confirmed);
      if (at === -1 || !expected()) return;
      first = at;
      const isAlone = !joins && raw.slice(from, at).trim() === '';
      let before = 0;
      let lineAt = at;
      for (const line of held.slice(at - given).split('\n')) {
        const marker = readMarkerLine(line);
        const end = lineAt + line.length;
        // Cut after an inner backtick, as in `💻 echo `: the line continues.
        const isCut = marker && /\s$/.test(marker.label) && end === raw.length;
        if (marker && lineAt > last) {
          if (lineAt < from || !isAlone || isCut || !filter.mayCall(marker)) return;
          last = lineAt;
          tails++;
          onTail(marker, before);
        }
        if (marker) before++;
        lineAt = end + 1;
      }
    },
    arrived(text: string): void {
      joins ||= !text.includes('`') && text.trim().split(/\s+/, 3).length > 2;
    },
  };
}

/**
 * Copies a text into its own memory: a mere slice would keep the whole snapshot alive, a gigabyte
 * for a reply of 200 kB.
 */
function ownCopy(text: string): string {
  const copy = text === '' ? text : parseJson(jsonString(text, text));
  return typeof copy === 'string' ? copy : text;
}
