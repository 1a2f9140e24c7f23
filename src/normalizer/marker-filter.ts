import { createFences } from './fences.ts';
import { prospectOf, readMarkerChunk, readMarkerLine, type Marker } from './marker-line.ts';
import { createRemovals } from './removals.ts';

/** Longest text held back on the suspicion of a marker, in UTF-16 units; labels have no limit of their own. */
export const MAX_HELD = 4096;

/** A marker as it was found in a channel. */
export interface FoundMarker extends Marker {
  /** It came as one whole delta, as servers inject it. */
  readonly whole: boolean;
  /** The line came in more than one delta, as only a model writes it. */
  readonly split: boolean;
}

export interface MarkerFilterOptions {
  /** Text may have come before: what comes first is taken for the middle of a line. */
  readonly midLine?: boolean;
  /** Called once for each marker that is taken out. */
  onMarker(marker: FoundMarker): void;
  /** Asked of a delta that is, as a whole, shaped like an injected marker: may it go without waiting for what follows? */
  isInjected(chunk: Marker & { readonly listed: boolean; readonly prose: boolean }): boolean;
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
   * @returns the text without the markers in it; the very same string when there are none
   */
  kept(from: number, text: string): string;
  /** What was taken out and not forgotten, as [from, to), ascending. */
  removals(): readonly (readonly [number, number])[];
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

/** Creates the filter of one channel; rules and vectors in test/normalizer/marker-filter.test.ts. */
export function createMarkerFilter(options: MarkerFilterOptions): MarkerFilter {
  // In the middle of a line a fence may stand all the same: nothing says how much of the line has passed unread.
  let state: State = options.midLine ? 'fence' : 'line-start';
  let position = 0;
  const removals = createRemovals();
  const fences = createFences();
  if (options.midLine) fences.beginLine('');
  /** Offset of the line feed before the current line while it may still go with a marker, else -1. */
  let takeBack = -1;
  let lineStart = 0;
  /** The candidate line so far, without its line feed; at most MAX_HELD. */
  let line = '';
  /** `line` has its emoji and space: the rest is label. */
  let inLabel = false;
  /** The candidate line came in more than one push. */
  let split = false;
  /** The complete marker in state `blank`, the offset behind its line feed, and the spaces seen since. */
  let marker: FoundMarker | null = null;
  let lineEnd = 0;
  let blanks = '';

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
        if (line.length > MAX_HELD) state = 'text';
        else if (lineFeed !== -1) completeLine(base + lineFeed);
        i = lineFeed === -1 ? end : end + 1;
        if (state === 'text' && lineFeed !== -1) startLine(base + lineFeed);
      } else {
        step(text.charAt(i), base + i);
        i++;
      }
    }
  }

  /** The chunk rule: a marker that came as one whole delta goes at once, wherever it stands. */
  function pushInjected(text: string): boolean {
    const chunk = readMarkerChunk(text);
    if (!chunk || !options.isInjected(chunk)) return false;
    // Its leading line feed ends the line before it: a blank one that a marker waits for, a fence line. What follows is
    // no part of that line.
    if (state !== 'line-start') step('\n', position);
    marker = null;
    removals.add(position, position + text.length);
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
        if (char === '\n') startLine(at);
        else if (char === '`' && !fences.inside()) {
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
        if (prospect === 'label') inLabel = true;
        else if (line === '``') {
          state = 'fence';
          fences.beginLine(line);
        } else state = 'text';
        return;
      }
      case 'blank':
        if (char === '\n') {
          confirm(lineEnd);
          startLine(at);
        } else if ((char === ' ' || char === '\t') && line.length + blanks.length < MAX_HELD) blanks += char;
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
    state = 'line-start';
    takeBack = fences.inside() ? -1 : at;
    lineStart = at + 1;
  }

  function completeLine(lineFeed: number): void {
    marker = readFound();
    if (!marker) return startLine(lineFeed);
    state = 'blank';
    lineEnd = lineFeed + 1;
    blanks = '';
  }

  function readFound(): FoundMarker | null {
    const read = readMarkerLine(line);
    return read && { ...read, whole: false, split };
  }

  /** Takes the candidate line out, with the line feed before it and the one after it. */
  function confirm(end: number): void {
    removals.add(takeBack >= 0 ? takeBack : lineStart, end);
    if (marker) options.onMarker(marker);
    marker = null;
  }

  /** Not followed by a blank line: the line stays, and what came since is read as the next line. */
  function refuse(char: string, at: number): void {
    readBehind(at - blanks.length);
    step(char, at);
  }

  /** The marker line turned out as text: the blanks behind it, from offset `at` on, begin the next line. */
  function readBehind(at: number): void {
    marker = null;
    startLine(lineEnd - 1);
    for (let i = 0; i < blanks.length; i++) step(blanks.charAt(i), at + i);
  }

  function end(): void {
    if (state === 'candidate') {
      marker = readFound();
      lineEnd = position;
    }
    if (marker) confirm(lineEnd);
    state = 'line-start';
    takeBack = -1;
    fences.reset();
  }

  function giveUp(): void {
    if (state === 'candidate' && line === '`') {
      state = 'fence';
      fences.beginLine(line);
    } else if (state === 'candidate') state = 'text';
    else if (state === 'blank') readBehind(lineEnd);
    takeBack = -1;
  }

  function decided(): number {
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
      if (state === 'line-start') takeBack = -1;
    },
    position: () => position,
    suspects: () => state === 'candidate' || state === 'blank',
    settled: () => state === 'text',
    removals: removals.ranges,
    spare: removals.spare,
    forget: removals.forget,
  };
}
