import { createFences } from '../text/fences.ts';
import type { RemovedRanges } from '../text/removed-ranges.ts';
import type { TextEnd } from '../text/text-end.ts';
import type { CompiledRules } from './compile-rules.ts';
import { beginsAgain, createLineMatch, endsBlock, type Fit } from './line-match.ts';
import { trimBlanks } from './pattern.ts';
import { createRemovedLines } from './removed-lines.ts';
import type { Tells } from './rule.ts';

/** Something that a rule removed, and what it says about a tool. */
export interface RuleHit {
  /** `<pack>/<rule>`. */
  readonly rule: string;
  readonly tells: Tells;
  readonly tool: string | null;
  readonly label: string | null;
  readonly emoji: string | null;
}

export interface RuleFilterOptions {
  /** Text may have come before: the beginning is taken for the middle of a line. */
  readonly midLine?: boolean;
  /** The text is shown directly behind another. */
  readonly after?: TextEnd;
  /**
   * Asked at the beginning of each line: while it returns false, none may match, so none is held.
   */
  mayMatch?(): boolean;
  /**
   * Asked for each removal. Without it, nothing takes the place of a line.
   * @param line the last one of what is removed
   * @returns the text that takes its place, '' for none; null: it stays
   */
  put?(line: string): string | null;
  /** Called once for each removal. */
  onRule(hit: RuleHit): void;
  /** Text other than blanks has arrived that no rule will remove. */
  onText?(): void;
}

/** The state of one scan: where it is in the text, and what it holds. */
export interface RuleScan {
  readonly options: RuleFilterOptions;
  readonly lines: ReturnType<typeof createRemovedLines>;
  readonly fences: ReturnType<typeof createFences>;
  readonly match: ReturnType<typeof createLineMatch>;
  position: number;
  lineStart: number;
  /** The line may still be the fence of a code block. */
  mayFence: boolean;
  block: Block | null;
}

/** A block that is being held, the offset of its first line, and its number of lines. */
interface Block {
  readonly fit: Fit;
  readonly from: number;
  lines: number;
}

/** Longest block, in UTF-16 units and in lines. */
const MAX_BLOCK = 64 * 1024;
const MAX_BLOCK_LINES = 400;

export function createRuleScan(
  rules: CompiledRules,
  removals: RemovedRanges,
  options: RuleFilterOptions,
): RuleScan {
  const { midLine = false, after } = options;
  const scan: RuleScan = {
    options,
    lines: createRemovedLines(removals, !midLine && (after?.at ?? 'blank') === 'blank'),
    fences: createFences(after?.fence),
    match: createLineMatch(rules),
    position: 0,
    lineStart: 0,
    mayFence: true,
    block: null,
  };
  startLine(scan, 0);
  if (midLine || after?.at === 'line') scan.match.refuse();
  return scan;
}

/** Reads the next text. */
export function scanRules(scan: RuleScan, text: string): void {
  const base = scan.position;
  scan.position += text.length;
  for (let at = 0; at < text.length;) {
    const lineFeed = text.indexOf('\n', at);
    const end = lineFeed === -1 ? text.length : lineFeed;
    if (end > at) takePart(scan, text.slice(at, end), base + end);
    if (lineFeed === -1) return;
    endLine(scan, base + lineFeed + 1);
    at = lineFeed + 1;
  }
}

/** The text is over: decides everything. */
export function endRuleScan(scan: RuleScan): void {
  const { match, block, position } = scan;
  const text = match.mayFit() ? trimBlanks(match.line()) : '';
  const fit = block || text === '' ? null : match.find();
  if (block && text !== '' && endsBlock(block.fit, text)) closeBlock(scan, block, position);
  else if (block) releaseBlock(scan);
  else if (fit && !fit.rule.until) remove(scan, scan.lineStart, position, fit);
  else tellText(scan, text);
  scan.fences.reset();
  scan.lines.end();
  startLine(scan, position);
}

/** Decides that what is held stays. */
export function giveUpRules(scan: RuleScan): void {
  const { match, position } = scan;
  const wasBlock = scan.block !== null;
  if (wasBlock) releaseBlock(scan);
  if (position > scan.lineStart) {
    if (match.mayFit() && !wasBlock) tellText(scan, match.line());
    match.refuse();
  } else if (wasBlock) startLine(scan, position);
}

/** Text passed unread. */
export function loseRules(scan: RuleScan): void {
  giveUpRules(scan);
  scan.fences.lose();
  scan.match.refuse();
}

/** Returns up to which offset the text is decided. */
export function decidedByRules({ block, match, lineStart, position }: RuleScan): number {
  if (block) return block.from;
  return match.mayFit() ? lineStart : position;
}

/** @param end offset after the part */
function takePart(scan: RuleScan, part: string, end: number): void {
  const { fences, match, block } = scan;
  for (let i = 0; scan.mayFence && i < part.length; i++)
    scan.mayFence = fences.step(part.charAt(i));
  if (block && end - block.from > MAX_BLOCK) {
    match.refuse();
    releaseBlock(scan);
  } else if (!match.mayFit()) {
    if (!block) tellText(scan, part);
  } else if (!match.add(part, block === null)) {
    if (!block) tellText(scan, match.line());
    match.refuse();
  }
}

/** @param end offset after the line feed */
function endLine(scan: RuleScan, end: number): void {
  if (scan.block) endBlockLine(scan, scan.block, end);
  else if (scan.match.mayFit()) fitLine(scan, end);
  else keepLine(scan);
  startLine(scan, end);
}

function startLine(scan: RuleScan, at: number): void {
  const { fences, options } = scan;
  scan.lineStart = at;
  const mayMatch = scan.block !== null || (!fences.inside() && options.mayMatch?.() !== false);
  scan.match.start(mayMatch);
  scan.mayFence = true;
  fences.beginLine('');
}

function fitLine(scan: RuleScan, end: number): void {
  const { match, lineStart } = scan;
  const text = trimBlanks(match.line());
  if (text === '') return scan.lines.blank(end);
  const fit = match.find();
  if (!fit) {
    keepLine(scan);
    tellText(scan, text);
  } else if (fit.rule.until) {
    if (scan.mayFence) scan.fences.endLine();
    scan.block = { fit, from: lineStart, lines: 1 };
  } else remove(scan, lineStart, end, fit);
}

/** A line with text stays. */
function keepLine(scan: RuleScan): void {
  if (scan.mayFence) scan.fences.endLine();
  scan.lines.keep();
}

function remove({ options, match, lines }: RuleScan, from: number, to: number, fit: Fit): void {
  const line = match.line();
  const put = options.put ? options.put(line) : '';
  if (put === null) return lines.keep();
  if (put === '') lines.remove(from, to);
  else lines.replace(from, from + line.length, put);
  options.onRule(toHit(fit));
}

function endBlockLine(scan: RuleScan, held: Block, end: number): void {
  const { match } = scan;
  if (scan.mayFence) scan.fences.endLine();
  held.lines++;
  if (end - held.from > MAX_BLOCK) return releaseBlock(scan);
  const line = match.mayFit() ? match.line() : null;
  if (line !== null && endsBlock(held.fit, line)) return closeBlock(scan, held, end);
  const beginsAnew = line !== null && beginsAgain(held.fit, line);
  if (held.lines >= MAX_BLOCK_LINES || beginsAnew) releaseBlock(scan);
}

function closeBlock(scan: RuleScan, { from, fit }: Block, to: number): void {
  scan.block = null;
  // The block began outside of all code blocks, so it ends outside, too.
  scan.fences.reset();
  remove(scan, from, to, fit);
}

/** The block stays, whatever comes. */
function releaseBlock(scan: RuleScan): void {
  scan.block = null;
  scan.lines.keep();
  scan.options.onText?.();
}

function tellText({ options }: RuleScan, text: string): void {
  if (text.trim() !== '') options.onText?.();
}

function toHit({ rule, values }: Fit): RuleHit {
  const valueOf = (wanted: string): string | null =>
    values[rule.pattern.slots.findIndex(({ name }) => name === wanted)]?.trim() || null;
  return {
    rule: rule.id,
    tells: rule.tells,
    tool: valueOf('tool'),
    label: valueOf('label'),
    emoji: valueOf('emoji'),
  };
}
