import { createFences } from '../text/fences.ts';
import type { MarkerFilter } from '../text/marker-filter.ts';
import { createRemovedRanges } from '../text/removed-ranges.ts';
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
  /** Asked at the beginning of each line: while it returns false, none may match, so none is held. */
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

/** Longest block, in UTF-16 units and in lines. */
const MAX_BLOCK = 64 * 1024;
const MAX_BLOCK_LINES = 400;

/**
 * Finds what rules remove from the text of one channel, in one linear scan. A line is held while it begins like some
 * rule, a block until its last line. Blank lines after a removal are removed too if a blank line, or nothing, precedes
 * it; text before it is never taken back. Nothing is removed from code blocks. The content of a block stays if its end
 * does not come, if it grows too long, and if its first line occurs again.
 */
export function createRuleFilter(rules: CompiledRules, options: RuleFilterOptions): MarkerFilter {
  const { midLine = false, after } = options;
  const removals = createRemovedRanges();
  const lines = createRemovedLines(removals, !midLine && (after?.at ?? 'blank') === 'blank');
  const fences = createFences(after?.fence);
  const match = createLineMatch(rules);
  let position = 0;
  let lineStart = 0;
  /** The line may still be the fence of a code block. */
  let mayFence = true;
  /** The block being held, the offset of its first line, and its number of lines. */
  let block: { readonly fit: Fit; readonly from: number; lines: number } | null = null;

  startLine(0);
  if (midLine || after?.at === 'line') match.refuse();

  function push(text: string): void {
    const base = position;
    position += text.length;
    for (let at = 0; at < text.length;) {
      const lineFeed = text.indexOf('\n', at);
      const end = lineFeed === -1 ? text.length : lineFeed;
      if (end > at) takePart(text.slice(at, end), base + end);
      if (lineFeed === -1) return;
      endLine(base + lineFeed + 1);
      at = lineFeed + 1;
    }
  }

  /** @param end offset after the part */
  function takePart(part: string, end: number): void {
    for (let i = 0; mayFence && i < part.length; i++) mayFence = fences.step(part.charAt(i));
    if (block && end - block.from > MAX_BLOCK) {
      match.refuse();
      releaseBlock();
    } else if (!match.mayFit()) {
      if (!block) tellText(part);
    } else if (!match.add(part, block === null)) {
      if (!block) tellText(match.line());
      match.refuse();
    }
  }

  /** @param end offset after the line feed */
  function endLine(end: number): void {
    if (block) endBlockLine(block, end);
    else if (match.mayFit()) fitLine(end);
    else keepLine();
    startLine(end);
  }

  function startLine(at: number): void {
    lineStart = at;
    match.start(block !== null || (!fences.inside() && options.mayMatch?.() !== false));
    mayFence = true;
    fences.beginLine('');
  }

  function fitLine(end: number): void {
    const text = trimBlanks(match.line());
    if (text === '') return lines.blank(end);
    const fit = match.find();
    if (!fit) {
      keepLine();
      tellText(text);
    } else if (fit.rule.until) {
      if (mayFence) fences.endLine();
      block = { fit, from: lineStart, lines: 1 };
    } else remove(lineStart, end, fit);
  }

  /** A line with text stays. */
  function keepLine(): void {
    if (mayFence) fences.endLine();
    lines.keep();
  }

  function remove(from: number, to: number, fit: Fit): void {
    const line = match.line();
    const put = options.put ? options.put(line) : '';
    if (put === null) return lines.keep();
    if (put === '') lines.remove(from, to);
    else lines.replace(from, from + line.length, put);
    options.onRule(toHit(fit));
  }

  function endBlockLine(held: NonNullable<typeof block>, end: number): void {
    if (mayFence) fences.endLine();
    held.lines++;
    if (end - held.from > MAX_BLOCK) releaseBlock();
    else if (match.mayFit() && endsBlock(held.fit, match.line()))
      closeBlock(held.from, end, held.fit);
    else if (
      held.lines >= MAX_BLOCK_LINES ||
      (match.mayFit() && beginsAgain(held.fit, match.line()))
    )
      releaseBlock();
  }

  function closeBlock(from: number, to: number, fit: Fit): void {
    block = null;
    // The block began outside of all code blocks, so it ends outside, too.
    fences.reset();
    remove(from, to, fit);
  }

  /** The block stays, whatever comes. */
  function releaseBlock(): void {
    block = null;
    lines.keep();
    options.onText?.();
  }

  function tellText(text: string): void {
    if (text.trim() !== '') options.onText?.();
  }

  function end(): void {
    const text = match.mayFit() ? trimBlanks(match.line()) : '';
    const fit = block || text === '' ? null : match.find();
    if (block && text !== '' && endsBlock(block.fit, text))
      closeBlock(block.from, position, block.fit);
    else if (block) releaseBlock();
    else if (fit && !fit.rule.until) remove(lineStart, position, fit);
    else tellText(text);
    fences.reset();
    lines.end();
    startLine(position);
  }

  function giveUp(): void {
    const wasBlock = block !== null;
    if (wasBlock) releaseBlock();
    if (position > lineStart) {
      if (match.mayFit() && !wasBlock) tellText(match.line());
      match.refuse();
    } else if (wasBlock) startLine(position);
  }

  function lose(): void {
    giveUp();
    fences.lose();
    match.refuse();
  }

  function decided(): number {
    if (block) return block.from;
    return match.mayFit() ? lineStart : position;
  }

  return {
    push,
    end,
    giveUp,
    lose,
    decided,
    kept: removals.kept,
    release() {},
    position: () => position,
    suspects: () => decided() < position,
    mayCall: () => false,
    mayInject: () => false,
    removals: removals.ranges,
    removalsIn: removals.rangesIn,
    spare: removals.spare,
    forget: removals.forget,
  };
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
