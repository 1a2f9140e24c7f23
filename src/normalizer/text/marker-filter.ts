// Text: the grammar of markers and the filter that removes them from one text, delta by delta. Knows nothing of JSON.

import type { Evidence } from './evidence.ts';
import { createFences } from './fences.ts';
import { isHermesWorded } from './hermes-words.ts';
import { prospectOf, readMarkerChunk, readMarkerLine, type Marker } from './marker-grammar.ts';
import { createRemovedRanges, type Range } from './removed-ranges.ts';
import type { TextEnd } from './text-end.ts';

/** Longest text held on suspicion of a marker, in UTF-16 units: labels themselves have no limit. */
export const MAX_HELD = 4096;

/** A marker as it was found in a channel. */
export interface FoundMarker extends Marker {
  /** It arrived as exactly one delta, as servers inject it. */
  readonly whole: boolean;
  /** The line arrived in more than one delta, as only a model writes it. */
  readonly split: boolean;
}

export interface MarkerFilterOptions {
  /** The whole text is available at once, so nothing is held: a label may have any length. */
  readonly isWhole?: boolean;
  /** Text may have come before: the beginning is taken for the middle of a line. */
  readonly midLine?: boolean;
  /** The text is shown directly behind another. */
  readonly after?: TextEnd;
  /**
   * Returns whether there is evidence that markers are here; called for each marker. While it returns false, a line
   * that only looks like one stays, unless the text itself proves it (see evidence.ts). Without it, there is.
   */
  expected?(): boolean;
  /** Called with what the text itself proves; once markers are expected, no more proof is searched for. */
  onEvidence?(evidence: Evidence): void;
  /** Called once for each marker removed. */
  onMarker(marker: FoundMarker): void;
  /**
   * Returns whether a delta that is exactly an injected marker in shape may be removed without waiting for what
   * follows.
   */
  isInjected(chunk: InjectedChunk): boolean;
}

/** A delta that is exactly an injected marker in shape. */
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
 * itself: it reports up to which offset the text is decided, and what of it stays. Offsets count the UTF-16 units of
 * the channel from 0. So a caller can hold whole frames and release unchanged ones with their original bytes, or carry
 * text over from one socket message to the next.
 */
export interface MarkerFilter {
  push(text: string): void;
  /** No more text, or none for now (finish reason, `[DONE]`): decides everything. */
  end(): void;
  /** Releases a line feed that was the last thing to arrive; nothing else. */
  release(): void;
  /** Decides that everything held stays: a hold must not look like a freeze. */
  giveUp(): void;
  /** Returns the number of units pushed so far. */
  position(): number;
  /** Returns the number of units decided. */
  decided(): number;
  /** Returns whether a candidate line is held, more than a lone line feed. */
  suspects(): boolean;
  /**
   * Returns whether it is in the middle of an ordinary line: text without a line feed, a backtick or a tilde changes
   * nothing.
   */
  settled(): boolean;
  /**
   * Returns what stays of a text.
   * @param from offset of `text` in the channel; `from + text.length` must be decided
   * @returns the text without the markers in it, and with a line feed where one was removed after an unfinished line;
   * the same string if there was nothing to do
   */
  kept(from: number, text: string): string;
  /** Returns the ranges that were removed and not forgotten, as [from, to), ascending. */
  removals(): readonly Range[];
  /**
   * Marks [from, to) as passed on unchanged, decided or not: nothing that begins in it, now or later, is removed, not
   * even its rest. Anything that began before it still is, and `kept` may be called for it.
   */
  spare(from: number, to: number): void;
  /** Drops removals before an offset: `kept` will not be called for them any more. */
  forget(before: number): void;
}

/**
 * - `line-start`: the current line is empty so far
 * - `text`: in an ordinary line
 * - `candidate`: the line so far may become a marker
 * - `blank`: a marker line is complete, waiting for a blank line after it
 * - `fence`: the line may be the fence of a code block
 */
type State = 'line-start' | 'text' | 'candidate' | 'blank' | 'fence';

/** Creates the filter of one channel; rules and vectors in test/normalizer/text/marker-filter.test.ts. */
export function createMarkerFilter(options: MarkerFilterOptions): MarkerFilter {
  const longest = options.isWhole ? Infinity : MAX_HELD;
  // Even in the middle of a line there may be a fence, as it is unknown how much of the line has passed unread.
  const { after } = options;
  let state: State = options.midLine ? 'fence' : after?.at === 'line' ? 'text' : 'line-start';
  let position = 0;
  const removals = createRemovedRanges();
  const fences = createFences(after?.fence);
  if (options.midLine) fences.beginLine('');
  /** Offset of the line feed before the current line while it may still be removed with a marker, else -1. */
  let takeBack = -1;
  let lineStart = after?.at === 'line' ? -1 : 0;
  /** The candidate line so far, without its line feed; at most `longest`. */
  let line = '';
  /** `line` has its emoji and space: the rest is the label. */
  let inLabel = false;
  /** The candidate line arrived in more than one push. */
  let split = false;
  /** The complete marker in state `blank`, the offset after its line feed, and the spaces seen since. */
  let marker: FoundMarker | null = null;
  let lineEnd = 0;
  let blanks = '';
  /** What precedes the current line: nothing but line feeds, a line of text, or a blank line. */
  let before: 'start' | 'text' | 'blank' = options.midLine
    ? 'text'
    : after
      ? after.at === 'blank'
        ? 'blank'
        : 'text'
      : 'start';
  /** Marker lines with one blank line after each, while it is undecided whether they are markers: no evidence yet. */
  let run: { readonly marker: FoundMarker; readonly from: number; readonly to: number }[] = [];
  /** The run, or the candidate that may begin one, has no blank line before it, as Hermes writes them. */
  let tight = false;
  /** The text has proved that it contains markers. */
  let proven = false;

  function push(text: string): void {
    if (text[0] === '\n' && pushInjected(text)) return;
    // A line feed that arrives later is no split: carriers trim texts.
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

  /**
   * Applies the chunk rule: a marker that arrived as exactly one delta is removed at once; after a blank line only if
   * expected.
   */
  function pushInjected(text: string): boolean {
    const chunk = readMarkerChunk(text);
    if (!chunk || !(isTightHere() || isExpected())) return false;
    if (!options.isInjected({ ...chunk, fenced: fences.inside() })) return false;
    const inLine = state !== 'line-start' && state !== 'blank';
    prove('server');
    settleRun();
    // Its leading line feed ends the line before it: a blank one that a marker waits for, or a fence line. What follows
    // is no part of that line.
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
        // The second blank line after a run: Hermes begins the text after its tools with two line feeds.
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

  /** Begins a new line after the line feed at `at`. */
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

  /** Returns whether no blank line precedes what comes now: servers that cut replies evenly may cut out a paragraph. */
  function isTightHere(): boolean {
    return state !== 'line-start' || before === 'start';
  }

  function prove(evidence: Evidence): void {
    proven = true;
    options.onEvidence?.(evidence);
  }

  /** A marker line is complete and followed by a blank line or the end of the text. */
  function finishLine(): void {
    if (!marker) return;
    if (!isExpected() && isHermesWorded(marker)) prove('text');
    // It is removed with the line feed before it and the one after it.
    run.push({ marker, from: takeBack >= 0 ? takeBack : lineStart, to: lineEnd });
    marker = null;
    if (isExpected() || lineEnd - heldFrom() > longest) settleRun();
  }

  /** Decides whether the run consists of markers, by what is known now. */
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

  /** No blank line follows: the line stays, and what came since is read as the next line. */
  function refuse(char: string, at: number): void {
    readBehind(at - blanks.length);
    step(char, at);
  }

  /** The marker line turned out to be text: the blanks after it, from offset `at` on, begin the next line. */
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
