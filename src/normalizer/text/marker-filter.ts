// Text: the grammar of markers and the filter that takes them out of one text, delta by delta. It knows nothing of
// JSON.

import type { Evidence } from './evidence.ts';
import { createFences } from './fences.ts';
import { isHermesWorded } from './hermes-words.ts';
import { prospectOf, readMarkerChunk, readMarkerLine, type Marker } from './marker-grammar.ts';
import { createRemovedRanges, type Range } from './removed-ranges.ts';
import type { TextEnd } from './text-end.ts';

/** Longest text held back on the suspicion of a marker, in UTF-16 units: labels have no limit of their own. */
export const MAX_HELD = 4096;

/** A marker as it was found in a channel. */
export interface FoundMarker extends Marker {
  /** It came as one whole delta, as servers inject it. */
  readonly whole: boolean;
  /** The line came in more than one delta, as only a model writes it. */
  readonly split: boolean;
}

export interface MarkerFilterOptions {
  /** All of the text comes at once, so nothing is held: a label may have any length. */
  readonly isWhole?: boolean;
  /** Text may have come before: what comes first is taken for the middle of a line. */
  readonly midLine?: boolean;
  /** The text is shown directly behind another. */
  readonly after?: TextEnd;
  /**
   * Asked of each marker: is there evidence that markers are here? While it says no, a line that only looks like one
   * stays, unless the text proves it (see evidence.ts). Nothing: there is.
   */
  expected?(): boolean;
  /** Called with what the text itself proves; once markers are expected, nothing more is looked for. */
  onEvidence?(evidence: Evidence): void;
  /** Called once for each marker that is taken out. */
  onMarker(marker: FoundMarker): void;
  /** Asked of a delta that is, as a whole, shaped like an injected marker: may it go without waiting for what follows? */
  isInjected(chunk: InjectedChunk): boolean;
}

/** A delta that is, as a whole, shaped like an injected marker. */
export interface InjectedChunk extends Marker {
  /** Its emoji is one of Hermes' own. */
  readonly listed: boolean;
  /** The prose guard would keep it. */
  readonly prose: boolean;
  /** It is in a code block. */
  readonly fenced: boolean;
}

/**
 * Finds markers in the text of one channel (a choice, an item), delta by delta, in one linear scan. It never holds text
 * itself: it says up to which offset the fate of the text is known, and what of it stays. Offsets count the UTF-16 units
 * of the channel from 0. So a caller can hold whole frames and let unchanged ones go with the bytes they came with, or
 * carry text over from one socket message to the next.
 */
export interface MarkerFilter {
  push(text: string): void;
  /** No more text, or none for now (finish reason, `[DONE]`): decides everything. */
  end(): void;
  /** Gives up taking back a line feed that was the last thing to come; nothing else. */
  release(): void;
  /** Decides everything that is held as text that stays: a hold must not look like a freeze. */
  giveUp(): void;
  /** Units pushed so far. */
  position(): number;
  /** Units whose fate is known. */
  decided(): number;
  /** A candidate line is held, more than a lone line feed. */
  suspects(): boolean;
  /** In the middle of an ordinary line: text without a line feed, a backtick or a tilde changes nothing. */
  settled(): boolean;
  /**
   * What stays of a text.
   * @param from offset of `text` in the channel; `from + text.length` must be decided
   * @returns the text without the markers in it, and with a line feed where one left a line without its end; the very same
   *   string when nothing is to do
   */
  kept(from: number, text: string): string;
  /** What was taken out and not forgotten, as [from, to), ascending. */
  removals(): readonly Range[];
  /**
   * [from, to) leaves as it came, decided or not: what begins in it, now or later, is not taken out, not even its rest.
   * What began before it still is, and `kept` may be asked for it.
   */
  spare(from: number, to: number): void;
  /** Forgets removals before an offset: no `kept` will be asked for them any more. */
  forget(before: number): void;
}

/**
 * - `line-start`: nothing of the current line has come
 * - `text`: in an ordinary line
 * - `candidate`: the line so far may become a marker
 * - `blank`: a marker line is complete, waiting for a blank line after it
 * - `fence`: the line may be the fence of a code block
 */
type State = 'line-start' | 'text' | 'candidate' | 'blank' | 'fence';

/** Creates the filter of one channel; rules and vectors in test/normalizer/text/marker-filter.test.ts. */
export function createMarkerFilter(options: MarkerFilterOptions): MarkerFilter {
  const longest = options.isWhole ? Infinity : MAX_HELD;
  // In the middle of a line a fence may stand all the same: nothing says how much of the line has passed unread.
  const { after } = options;
  let state: State = options.midLine ? 'fence' : after?.at === 'line' ? 'text' : 'line-start';
  let position = 0;
  const removals = createRemovedRanges();
  const fences = createFences(after?.fence);
  if (options.midLine) fences.beginLine('');
  /** Offset of the line feed before the current line while it may still go with a marker, else -1. */
  let takeBack = -1;
  let lineStart = after?.at === 'line' ? -1 : 0;
  /** The candidate line so far, without its line feed; at most `longest`. */
  let line = '';
  /** `line` has its emoji and space: the rest is label. */
  let inLabel = false;
  /** The candidate line came in more than one push. */
  let split = false;
  /** The complete marker in state `blank`, the offset behind its line feed, and the spaces seen since. */
  let marker: FoundMarker | null = null;
  let lineEnd = 0;
  let blanks = '';
  /** What is before the current line: nothing but line feeds, a line of text, or a blank line. */
  let before: 'start' | 'text' | 'blank' = options.midLine
    ? 'text'
    : after
      ? after.at === 'blank'
        ? 'blank'
        : 'text'
      : 'start';
  /** Marker lines with one blank line behind each, while it is open whether they are markers: no evidence yet. */
  let run: { readonly marker: FoundMarker; readonly from: number; readonly to: number }[] = [];
  /** The run, or the candidate that may begin one, has no blank line before it, as Hermes writes them. */
  let tight = false;
  /** The text has proved that markers are in it. */
  let proven = false;

  function push(text: string): void {
    if (text[0] === '\n' && pushInjected(text)) return;
    // A line feed that comes later splits nothing: carriers trim texts.
    if (state === 'candidate' && text !== '' && text[0] !== '\n') split = true;
    const base = position;
    position += text.length;
    let i = 0;
    while (i < text.length) {
      if (state === 'text') {
        const lineFeed = text.indexOf('\n', i);
        if (lineFeed === -1) return;
        startLine(base + lineFeed);
        i = lineFeed + 1;
      } else if (state === 'candidate' && inLabel) {
        const lineFeed = text.indexOf('\n', i);
        const end = lineFeed === -1 ? text.length : lineFeed;
        line += text.slice(i, end);
        if (run.length > 0 && base + end - heldFrom() > longest) settleRun();
        if (line.length > longest) state = 'text';
        else if (lineFeed !== -1) completeLine(base + lineFeed);
        i = lineFeed === -1 ? end : end + 1;
        if (state === 'text') settleRun();
        if (state === 'text' && lineFeed !== -1) startLine(base + lineFeed);
      } else {
        step(text.charAt(i), base + i);
        i++;
      }
    }
  }

  /** The chunk rule: a marker that came as one whole delta goes at once; behind a blank line only where it is expected. */
  function pushInjected(text: string): boolean {
    const chunk = readMarkerChunk(text);
    if (!chunk || !(isTightHere() || isExpected())) return false;
    if (!options.isInjected({ ...chunk, fenced: fences.inside() })) return false;
    const inLine = state !== 'line-start' && state !== 'blank';
    prove('server');
    settleRun();
    // Its leading line feed ends the line before it: a blank one that a marker waits for, a fence line. What follows is
    // no part of that line.
    if (state !== 'line-start') step('\n', position);
    marker = null;
    removals.add(position, position + text.length, inLine);
    position += text.length;
    state = 'line-start';
    takeBack = -1;
    options.onMarker({ emoji: chunk.emoji, label: chunk.label, whole: true, split: false });
    return true;
  }

  function step(char: string, at: number): void {
    switch (state) {
      case 'line-start':
        lineStart = at;
        // The second blank line behind a run: Hermes begins the text after its tools with two line feeds.
        if (char === '\n' && run.length > 0 && tight) prove('server');
        if (char !== '`') settleRun();
        if (char === '\n') startLine(at);
        else if (char === '`' && !fences.inside()) {
          if (run.length === 0) tight = before !== 'blank';
          state = 'candidate';
          line = char;
          inLabel = false;
          split = false;
        } else if (char === '`' || char === '~' || char === ' ') {
          state = 'fence';
          fences.beginLine('');
          fences.step(char);
        } else state = 'text';
        return;
      case 'candidate': {
        if (char === '\n') return completeLine(at);
        line += char;
        const prospect = prospectOf(line);
        if (prospect === 'yes') return;
        if (prospect === 'label') {
          inLabel = true;
          return;
        }
        if (line === '``') {
          state = 'fence';
          fences.beginLine(line);
        } else state = 'text';
        settleRun();
        return;
      }
      case 'blank':
        if (char === '\n') {
          finishLine();
          startLine(at);
        } else if ((char === ' ' || char === '\t') && line.length + blanks.length < longest) blanks += char;
        else refuse(char, at);
        return;
      case 'fence':
        if (char === '\n') {
          fences.endLine();
          startLine(at);
        } else if (!fences.step(char)) state = 'text';
        return;
      case 'text':
        if (char === '\n') startLine(at);
    }
  }

  /** A line feed at `at` begins a new line. */
  function startLine(at: number): void {
    if (at !== lineStart) before = 'text';
    else if (before === 'text') before = 'blank';
    state = 'line-start';
    takeBack = fences.inside() ? -1 : at;
    lineStart = at + 1;
  }

  function completeLine(lineFeed: number): void {
    marker = readFound();
    if (!marker) {
      settleRun();
      return startLine(lineFeed);
    }
    state = 'blank';
    lineEnd = lineFeed + 1;
    blanks = '';
  }

  function readFound(): FoundMarker | null {
    const read = readMarkerLine(line);
    return read && { ...read, whole: false, split };
  }

  function isExpected(): boolean {
    return proven || (options.expected?.() ?? true);
  }

  /** No blank line has come before what comes now: servers that cut replies evenly may cut out a paragraph. */
  function isTightHere(): boolean {
    return state !== 'line-start' || before === 'start';
  }

  function prove(evidence: Evidence): void {
    proven = true;
    options.onEvidence?.(evidence);
  }

  /** A marker line is complete and has a blank line, or the end of the text, behind it. */
  function finishLine(): void {
    if (!marker) return;
    if (!isExpected() && isHermesWorded(marker)) prove('text');
    // It goes with the line feed before it and the one after it.
    run.push({ marker, from: takeBack >= 0 ? takeBack : lineStart, to: lineEnd });
    marker = null;
    if (isExpected() || lineEnd - heldFrom() > longest) settleRun();
  }

  /** Decides what the run is, by what is known now. */
  function settleRun(): void {
    if (run.length === 0) return;
    const settled = run;
    run = [];
    if (!isExpected()) return;
    for (const { marker, from, to } of settled) {
      removals.add(from, to);
      options.onMarker(marker);
    }
  }

  function heldFrom(): number {
    return run[0]?.from ?? position;
  }

  /** Not followed by a blank line: the line stays, and what came since is read as the next line. */
  function refuse(char: string, at: number): void {
    readBehind(at - blanks.length);
    step(char, at);
  }

  /** The marker line turned out as text: the blanks behind it, from offset `at` on, begin the next line. */
  function readBehind(at: number): void {
    marker = null;
    settleRun();
    startLine(lineEnd - 1);
    for (let i = 0; i < blanks.length; i++) step(blanks.charAt(i), at + i);
  }

  function end(): void {
    if (state === 'candidate') {
      marker = readFound();
      lineEnd = position;
    }
    finishLine();
    settleRun();
    state = 'line-start';
    takeBack = -1;
    before = 'blank';
    fences.reset();
  }

  function giveUp(): void {
    run = [];
    if (state === 'candidate' && line === '`') {
      state = 'fence';
      fences.beginLine(line);
    } else if (state === 'candidate') state = 'text';
    else if (state === 'blank') readBehind(lineEnd);
    takeBack = -1;
  }

  function decided(): number {
    if (run.length > 0) return heldFrom();
    if (state !== 'line-start' && state !== 'candidate' && state !== 'blank') return position;
    if (takeBack >= 0) return takeBack;
    return state === 'line-start' ? position : lineStart;
  }

  return {
    push,
    end,
    giveUp,
    decided,
    kept: removals.kept,
    release() {
      if (state === 'line-start' && run.length === 0) takeBack = -1;
    },
    position: () => position,
    suspects: () => state === 'candidate' || state === 'blank' || run.length > 0,
    settled: () => state === 'text',
    removals: removals.ranges,
    spare: removals.spare,
    forget: removals.forget,
  };
}
