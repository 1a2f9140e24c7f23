import { createFences } from './fences.ts';
import { prospectOf, readMarkerLine, type FoundMarker } from './marker-grammar.ts';
import { endsSentence, TAIL, type Follower, type Lead, type MarkerRun } from './removed-ranges.ts';
import type { TextEnd } from './text-end.ts';

/**
 * - `line-start`: the current line is empty so far
 * - `text`: in an ordinary line
 * - `candidate`: the line so far may become a marker
 * - `blank`: a marker line is complete, waiting for a blank line after it
 * - `fence`: the line may be the fence of a code block
 */
type State = 'line-start' | 'text' | 'candidate' | 'blank' | 'fence';

/** Where the scan of a text is. Offsets count its UTF-16 units from 0. */
export type LineScan = ReturnType<typeof createLineScan>;

/**
 * @param run takes the marker lines that are found
 * @param longest the longest text held on suspicion of a marker
 * @param midLine text may have come before: the beginning is taken for the middle of a line
 * @param after the end of the text directly before this one on display
 */
export function createLineScan(run: MarkerRun, longest: number, midLine: boolean, after?: TextEnd) {
  const fences = createFences(after?.fence);
  if (midLine) fences.beginLine('');
  const inText = midLine || (after !== undefined && after.at !== 'blank');
  return {
    // Even in the middle of a line there may be a fence, as it is unknown how much of the line has
    // passed unread.
    state: (midLine ? 'fence' : after?.at === 'line' ? 'text' : 'line-start') as State,
    /** Number of units scanned. */
    position: 0,
    /**
     * Offset of the line feed before the current line while it may still be removed with a marker,
     * else -1.
     */
    takeBack: -1,
    lineStart: midLine || after?.at === 'line' ? -1 : 0,
    /**
     * What precedes the current line: nothing but blank lines, or calls; a line of text; or a blank
     * line.
     */
    before: (inText ? 'text' : after ? 'blank' : 'start') as 'start' | 'text' | 'blank',
    /**
     * How the last line of text ends, as far as it was seen; of the current one, what has arrived.
     */
    ending: after && after.at !== 'line' ? '.' : '',
    /** The candidate line so far, without its line feed; at most `longest`. */
    line: '',
    /** `line` has its emoji and space: the rest is the label. */
    inLabel: false,
    /** The candidate line arrived in more than one push. */
    split: false,
    /**
     * The complete marker in state `blank`, the offset after its line feed, and the spaces seen
     * since.
     */
    marker: null as FoundMarker | null,
    lineEnd: 0,
    blanks: '',
    fences,
    run,
    longest,
  };
}

/** Scans the next piece of the text. */
export function scanText(scan: LineScan, text: string): void {
  // A line feed that arrives later is no split: carriers trim texts.
  if (scan.state === 'candidate' && text !== '' && text[0] !== '\n') scan.split = true;
  const base = scan.position;
  scan.position += text.length;
  let i = 0;
  while (i < text.length) {
    if (scan.state === 'text') {
      const lineFeed = text.indexOf('\n', i);
      const end = lineFeed === -1 ? text.length : lineFeed;
      scan.ending = (scan.ending + text.slice(Math.max(i, end - TAIL), end)).slice(-TAIL);
      if (lineFeed === -1) return;
      startLine(scan, base + lineFeed);
      i = lineFeed + 1;
    } else if (scan.state === 'candidate' && scan.inLabel) {
      const lineFeed = text.indexOf('\n', i);
      const end = lineFeed === -1 ? text.length : lineFeed;
      scanLabel(scan, text.slice(i, end), base + end, lineFeed !== -1);
      i = end + 1;
    } else {
      scanChar(scan, text.charAt(i), base + i);
      i++;
    }
  }
}

/**
 * Scans more of the label of a candidate.
 * @param end its offset
 * @param isWhole the line ends there
 */
function scanLabel(scan: LineScan, label: string, end: number, isWhole: boolean): void {
  const { run, longest } = scan;
  scan.line += label;
  if (run.held(end) > longest) run.settle('text');
  if (scan.line.length > longest) {
    scan.state = 'text';
    scan.ending = '';
    run.settle('text');
    if (isWhole) startLine(scan, end);
  } else if (isWhole) completeLine(scan, end);
}

/** @returns the surroundings of a line that comes now, after a line feed of its own */
export function leadOf({ state, before, ending }: LineScan): Lead {
  // Behind a line that may be a marker, the line feed makes a blank line.
  const tight = state !== 'blank' && (state !== 'line-start' || before === 'start');
  const first = before === 'start' && state === 'line-start';
  return { tight, first, open: !first && !endsSentence(ending) };
}

/**
 * Passes over an injected marker, from its line feed to its line feed.
 * @returns whether it came in the middle of a line
 */
export function passInjected(scan: LineScan, units: number): boolean {
  const inLine = scan.state !== 'line-start' && scan.state !== 'blank';
  // Its leading line feed ends the line before it: a blank one that a marker waits for, or a fence
  // line. What follows is no part of that line.
  if (scan.state !== 'line-start') scanChar(scan, '\n', scan.position);
  scan.marker = null;
  scan.before = 'start';
  scan.position += units;
  scan.state = 'line-start';
  scan.takeBack = -1;
  return inLine;
}

/** @param at its offset */
function scanChar(scan: LineScan, char: string, at: number): void {
  switch (scan.state) {
    case 'line-start':
      return beginLine(scan, char, at);
    case 'candidate':
      return scanCandidate(scan, char, at);
    case 'blank':
      return scanBlank(scan, char, at);
    case 'fence':
      if (char === '\n') {
        const marks = scan.fences.endLine();
        if (marks === 0 && scan.lineStart >= 0) scan.lineStart = at;
        // A code block is no beginning of a sentence.
        else scan.ending = marks < 3 ? '' : '.';
        startLine(scan, at);
      } else if (!scan.fences.step(char)) beginText(scan, char);
      return;
    case 'text':
      if (char === '\n') startLine(scan, at);
      else scan.ending += char;
  }
}

/** Reads the first character of a line. */
function beginLine(scan: LineScan, char: string, at: number): void {
  const { run, fences } = scan;
  scan.lineStart = at;
  // After calls, a new text begins.
  if (char !== '`' && run.settle(followerOf(char))) scan.before = 'start';
  if (char === '\n') startLine(scan, at);
  else if (char === '`' && !fences.inside()) {
    const first = scan.before === 'start';
    run.begin({
      tight: scan.before !== 'blank',
      first,
      open: !first && !endsSentence(scan.ending),
    });
    scan.state = 'candidate';
    scan.line = char;
    scan.inLabel = false;
    scan.split = false;
  } else if (char === '`' || char === '~' || char === ' ' || char === '\t') {
    scan.state = 'fence';
    fences.beginLine('');
    fences.step(char);
  } else beginText(scan, char);
}

/** In the middle of a sentence, letters are small, and marks follow words. */
function followerOf(char: string): Follower {
  if (char === '\n') return 'gap';
  return /[\p{Ll},;:.)\]]/u.test(char) ? 'sentence' : 'text';
}

function beginText(scan: LineScan, text: string): void {
  scan.state = 'text';
  scan.ending = text.slice(-TAIL);
}

function scanCandidate(scan: LineScan, char: string, at: number): void {
  if (char === '\n') return completeLine(scan, at);
  scan.line += char;
  const prospect = prospectOf(scan.line);
  if (prospect === 'yes') return;
  if (prospect === 'label') {
    scan.inLabel = true;
    return;
  }
  if (scan.line === '``') {
    scan.state = 'fence';
    scan.fences.beginLine(scan.line);
  } else beginText(scan, scan.line);
  scan.run.settle('text');
}

/** Continues reading after a marker line: it is a marker only if a blank line follows. */
function scanBlank(scan: LineScan, char: string, at: number): void {
  if (char === '\n') {
    finishLine(scan);
    startLine(scan, at);
  } else if (
    (char === ' ' || char === '\t') &&
    scan.line.length + scan.blanks.length < scan.longest
  )
    scan.blanks += char;
  else {
    const { marker } = scan;
    readBehind(scan, at - scan.blanks.length);
    // Lines of this kind right behind each other are a list.
    if (marker) scan.run.pass(marker, char === '`' ? 'sentence' : followerOf(char));
    scanChar(scan, char, at);
  }
}

/** Begins a new line after the line feed at `at`. */
function startLine(scan: LineScan, at: number): void {
  if (at !== scan.lineStart) scan.before = 'text';
  else if (scan.before === 'text') scan.before = 'blank';
  scan.state = 'line-start';
  scan.takeBack = scan.fences.inside() ? -1 : at;
  scan.lineStart = at + 1;
}

function completeLine(scan: LineScan, lineFeed: number): void {
  scan.marker = readFound(scan);
  if (!scan.marker) {
    scan.run.settle('text');
    scan.ending = scan.line.slice(-TAIL);
    return startLine(scan, lineFeed);
  }
  scan.state = 'blank';
  scan.lineEnd = lineFeed + 1;
  scan.blanks = '';
}

function readFound({ line, split }: LineScan): FoundMarker | null {
  const read = readMarkerLine(line);
  return read && { ...read, whole: false, split };
}

/** A marker line is complete and followed by a blank line or the end of the text. */
function finishLine(scan: LineScan): void {
  const { marker, takeBack, lineStart, lineEnd, run } = scan;
  if (!marker) return;
  // It is removed with the line feed before it and the one after it.
  run.add(marker, takeBack >= 0 ? takeBack : lineStart, lineEnd);
  scan.marker = null;
  if (run.held(lineEnd) > scan.longest) run.settle('text');
}

/**
 * The marker line turned out to be text: the blanks after it, from offset `at` on, begin the next
 * line.
 */
function readBehind(scan: LineScan, at: number): void {
  scan.marker = null;
  scan.run.settle('text');
  scan.ending = scan.line.slice(-TAIL);
  startLine(scan, scan.lineEnd - 1);
  for (let i = 0; i < scan.blanks.length; i++) scanChar(scan, scan.blanks.charAt(i), at + i);
}

/** The text has ended: decides everything. */
export function endScan(scan: LineScan): void {
  if (scan.state === 'candidate') {
    scan.marker = readFound(scan);
    if (!scan.marker) scan.run.settle('text');
    scan.lineEnd = scan.position;
  }
  finishLine(scan);
  scan.run.settle('end');
  scan.state = 'line-start';
  scan.takeBack = -1;
  scan.before = 'start';
  scan.fences.reset();
}

/**
 * Nothing comes for now: decides on whole lines as if the text ended, and that everything else held
 * stays.
 */
export function giveUpScan(scan: LineScan): void {
  scan.run.settle('end');
  if (scan.state === 'candidate' && scan.line === '`') {
    scan.state = 'fence';
    scan.fences.beginLine(scan.line);
  } else if (scan.state === 'candidate') beginText(scan, scan.line);
  else if (scan.state === 'blank') readBehind(scan, scan.lineEnd);
  scan.takeBack = -1;
}

/**
 * Text passed unread: decides that everything held stays, and so does everything up to the end of
 * the text.
 */
export function loseScan(scan: LineScan): void {
  giveUpScan(scan);
  scan.fences.lose();
  beginText(scan, '');
}

/** @returns the offset up to which the text is decided */
export function decidedIn({ state, position, takeBack, lineStart, run }: LineScan): number {
  const from = run.from();
  if (from !== null) return from;
  if (state !== 'line-start' && state !== 'candidate' && state !== 'blank') return position;
  if (takeBack >= 0) return takeBack;
  return state === 'line-start' ? position : lineStart;
}
