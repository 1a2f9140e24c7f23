import { createFences } from '../text/fences.ts';
import type { MarkerFilter } from '../text/marker-filter.ts';
import { createRemovedRanges } from '../text/removed-ranges.ts';
import type { TextEnd } from '../text/text-end.ts';
import { startingWith, type CompiledRule, type CompiledRules } from './compile-rules.ts';
import { fitPattern, isBlank, trimBlanks } from './pattern.ts';
import type { Tells } from './rule.ts';

/** Something that a rule took out, and what it says of a tool. */
export interface RuleHit {
  /** `<pack>/<rule>`. */
  readonly rule: string;
  readonly tells: Tells;
  readonly tool: string | null;
  readonly label: string | null;
  readonly emoji: string | null;
}

export interface RuleFilterOptions {
  /** Text may have come before: what comes first is taken for the middle of a line. */
  readonly midLine?: boolean;
  /** The text is shown directly behind another. */
  readonly after?: TextEnd;
  /** Called once for each removal. */
  onRule(hit: RuleHit): void;
  /** Text has come that no rule will take out, and that is more than blanks. */
  onText?(): void;
}

/** Longest line that is held, in UTF-16 units. */
const MAX_LINE = 4096;
/** Longest block, in UTF-16 units and in lines. */
const MAX_BLOCK = 64 * 1024;
const MAX_BLOCK_LINES = 400;

/** A rule and a line that fits it. */
interface Fit {
  readonly rule: CompiledRule;
  readonly values: readonly string[];
}

const NO_RULES: readonly CompiledRule[] = [];

/**
 * Finds what rules take out of the text of one channel, in one linear scan. A line is held while it begins as some rule
 * does, a block until its last line. Blank lines behind what goes go as well where a blank line, or nothing, is before
 * it; nothing before it is ever taken back. Nothing is taken out of code blocks. What a block holds stays as it is when the
 * end does not come, when it grows too long, and when its first line comes once more.
 */
export function createRuleFilter(rules: CompiledRules, options: RuleFilterOptions): MarkerFilter {
  const removals = createRemovedRanges();
  const fences = createFences(options.after?.fence);
  let position = 0;
  let lineStart = 0;
  /** What came of the line while it `mayFit`; at most MAX_LINE. */
  let line = '';
  /** The line may still fit a rule or, in a block, its end. */
  let mayFit = true;
  /** The line may still be the fence of a code block. */
  let mayFence = true;
  /** Rules that begin as the line does, once more than blanks has come. */
  let candidates = NO_RULES;
  /** Units of the line, without the blanks before it, that were compared with how they begin. */
  let compared = 0;
  /** All that a candidate begins with has come: what follows is compared when the line is whole. */
  let inRest = false;
  /** The block that is held, the offset of its first line, and how many lines it has. */
  let block: { readonly fit: Fit; readonly from: number; lines: number } | null = null;
  /** What stays of the text so far is nothing, or ends with a blank line. */
  let blankBefore = !options.midLine && (options.after?.at ?? 'blank') === 'blank';
  /** A removal stands directly before the line, and blank lines behind it go as well: they are part of it. */
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

  /** @param end offset behind the part */
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

  /** The line fits no rule. */
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

  /** Behind the end of a pattern without placeholders stand blanks only. */
  function goesOn({ pattern: { head } }: CompiledRule, unit: number): boolean {
    return compared < head.length ? head.charCodeAt(compared) === unit : isBlank(unit);
  }

  /** @param end offset behind the line feed */
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

  /** A line with text in it stays. */
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
    // It began outside of all code blocks, and so it ends.
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
