import { createFences } from '../text/fences.ts';
import type { MarkerFilter } from '../text/marker-filter.ts';
import { createRemovedRanges } from '../text/removed-ranges.ts';
import type { TextEnd } from '../text/text-end.ts';
import { startingWith, type CompiledRule, type CompiledRules } from './compile-rules.ts';
import { fitPattern, isBlank, trimBlanks } from './pattern.ts';
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
  /** Called once for each removal. */
  onRule(hit: RuleHit): void;
  /** Text other than blanks has arrived that no rule will remove. */
  onText?(): void;
}

/** Longest line that is held, in UTF-16 units. */
const MAX_LINE = 4096;
/** Longest block, in UTF-16 units and in lines. */
const MAX_BLOCK = 64 * 1024;
const MAX_BLOCK_LINES = 400;

/** A rule and a line that matches it. */
interface Fit {
  readonly rule: CompiledRule;
  readonly values: readonly string[];
}

const NO_RULES: readonly CompiledRule[] = [];

/**
 * Finds what rules remove from the text of one channel, in one linear scan. A line is held while it begins like some
 * rule, a block until its last line. Blank lines after a removal are removed too if a blank line, or nothing, precedes
 * it; text before it is never taken back. Nothing is removed from code blocks. The content of a block stays if its end
 * does not come, if it grows too long, and if its first line occurs again.
 */
export function createRuleFilter(rules: CompiledRules, options: RuleFilterOptions): MarkerFilter {
  const removals = createRemovedRanges();
  const fences = createFences(options.after?.fence);
  let position = 0;
  let lineStart = 0;
  /** The line so far, while it `mayFit`; at most MAX_LINE. */
  let line = '';
  /** The line may still match a rule or, in a block, its end. */
  let mayFit = true;
  /** The line may still be the fence of a code block. */
  let mayFence = true;
  /** Rules that begin like the line, once it has more than blanks. */
  let candidates = NO_RULES;
  /** Units of the line, without leading blanks, already compared with the beginnings of rules. */
  let compared = 0;
  /** The whole beginning of a candidate has arrived: the rest is compared when the line is complete. */
  let inRest = false;
  /** The block being held, the offset of its first line, and its number of lines. */
  let block: { readonly fit: Fit; readonly from: number; lines: number } | null = null;
  /** The remaining text so far is empty or ends with a blank line. */
  let blankBefore = !options.midLine && (options.after?.at ?? 'blank') === 'blank';
  /** The line directly follows a removal, and blank lines here are removed with it. */
  let eats = false;
  /** Where the last removal begins. */
  let removedFrom = 0;

  startLine(0);
  if (options.midLine || options.after?.at === 'line') mayFit = false;

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
      mayFit = false;
      releaseBlock();
    } else if (mayFit) takeHeld(part);
    else if (!block) tellText(part);
  }

  function takeHeld(part: string): void {
    line += part;
    if (line.length > MAX_LINE) refuse();
    else if (!block && !inRest) narrow(part);
  }

  /** The line matches no rule. */
  function refuse(): void {
    mayFit = false;
    if (!block) tellText(line);
    line = '';
  }

  function narrow(part: string): void {
    for (let i = 0; i < part.length; i++) {
      const unit = part.charCodeAt(i);
      if (compared === 0 && isBlank(unit)) continue;
      candidates = compared === 0 ? startingWith(rules, unit) : candidates;
      candidates = candidates.filter((rule) => goesOn(rule, unit));
      compared++;
      if (candidates.length === 0) return refuse();
      inRest = candidates.some(({ pattern }) => pattern.slots.length > 0 && pattern.head.length <= compared);
      if (inRest) return;
    }
  }

  /** Returns whether a unit continues a match. Only blanks may follow the end of a pattern without placeholders. */
  function goesOn({ pattern: { head } }: CompiledRule, unit: number): boolean {
    return compared < head.length ? head.charCodeAt(compared) === unit : isBlank(unit);
  }

  /** @param end offset after the line feed */
  function endLine(end: number): void {
    if (block) endBlockLine(block, end);
    else if (mayFit) fitLine(end);
    else keepLine();
    startLine(end);
  }

  function startLine(at: number): void {
    lineStart = at;
    line = '';
    mayFit = block !== null || !fences.inside();
    mayFence = true;
    fences.beginLine('');
    candidates = NO_RULES;
    compared = 0;
    inRest = false;
  }

  function fitLine(end: number): void {
    const text = trimBlanks(line);
    if (text === '') {
      if (eats) removals.add(removedFrom, end);
      else blankBefore = true;
      return;
    }
    const fit = findFit(text);
    if (!fit) {
      keepLine();
      tellText(text);
    } else if (fit.rule.until) {
      if (mayFence) fences.endLine();
      block = { fit, from: lineStart, lines: 1 };
    } else remove(lineStart, end, fit);
  }

  function findFit(text: string): Fit | null {
    for (const rule of candidates) {
      const values = fitPattern(rule.pattern, text);
      if (values) return { rule, values };
    }
    return null;
  }

  /** A line with text stays. */
  function keepLine(): void {
    if (mayFence) fences.endLine();
    blankBefore = false;
    eats = false;
  }

  function remove(from: number, to: number, fit: Fit): void {
    removals.add(from, to);
    removedFrom = from;
    eats = blankBefore;
    options.onRule(toHit(fit));
  }

  function endBlockLine(held: NonNullable<typeof block>, end: number): void {
    if (mayFence) fences.endLine();
    held.lines++;
    if (end - held.from > MAX_BLOCK) releaseBlock();
    else if (mayFit && endsBlock(held.fit)) closeBlock(held.from, end, held.fit);
    else if (held.lines >= MAX_BLOCK_LINES || (mayFit && beginsAgain(held.fit))) releaseBlock();
  }

  function endsBlock({ rule: { until } }: Fit): boolean {
    return until !== null && fitPattern(until, trimBlanks(line)) !== null;
  }

  function beginsAgain({ rule: { pattern } }: Fit): boolean {
    return fitPattern(pattern, trimBlanks(line)) !== null;
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
    blankBefore = false;
    eats = false;
    options.onText?.();
  }

  function tellText(text: string): void {
    if (text.trim() !== '') options.onText?.();
  }

  function end(): void {
    const text = mayFit ? trimBlanks(line) : '';
    const fit = block || text === '' ? null : findFit(text);
    if (block && text !== '' && endsBlock(block.fit)) closeBlock(block.from, position, block.fit);
    else if (block) releaseBlock();
    else if (fit && !fit.rule.until) remove(lineStart, position, fit);
    else if (mayFit) tellText(text);
    fences.reset();
    blankBefore = true;
    eats = false;
    startLine(position);
  }

  function giveUp(): void {
    const wasBlock = block !== null;
    if (wasBlock) releaseBlock();
    if (position > lineStart) {
      if (mayFit && !wasBlock) tellText(line);
      mayFit = false;
      line = '';
    } else if (wasBlock) startLine(position);
  }

  function decided(): number {
    if (block) return block.from;
    return mayFit ? lineStart : position;
  }

  return {
    push,
    end,
    giveUp,
    decided,
    kept: removals.kept,
    release() {},
    position: () => position,
    suspects: () => decided() < position,
    settled: () => !block && !mayFit && !mayFence,
    removals: removals.ranges,
    spare: removals.spare,
    forget: removals.forget,
  };
}

function toHit({ rule, values }: Fit): RuleHit {
  const valueOf = (wanted: string): string | null =>
    values[rule.pattern.slots.findIndex(({ name }) => name === wanted)]?.trim() || null;
  return { rule: rule.id, tells: rule.tells, tool: valueOf('tool'), label: valueOf('label'), emoji: valueOf('emoji') };
}
