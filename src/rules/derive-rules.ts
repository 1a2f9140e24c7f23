/**
 * Derives rules from lines that a person selected in a reply: what is the same in them is the text
 * of a pattern, what varies is a placeholder. Pure.
 */
import { compileRule } from '../normalizer/rules/compile-rules.ts';
import { fitPattern, type Pattern } from '../normalizer/rules/pattern.ts';
import type { Rule, Tells } from '../normalizer/rules/rule.ts';
import { tryRules } from '../normalizer/rules/try-rules.ts';
import { ORDINARY_LINES } from './ordinary-lines.ts';
import { costsTooMuch } from './pack-cost.ts';
import { MAX_RULES } from './read-packs.ts';
import type { ReplyLine } from './reply.ts';

const NAME = '[\\p{L}\\p{N}][\\p{L}\\p{N}_]*(?:[.:/-][\\p{L}\\p{N}_]+)*';
/** What varies in a single line, each in a group. */
const VALUES = new RegExp(
  [
    '`([^`]+)`',
    '\\*\\*([^*:`]+)\\*\\*',
    // The type of an HTML element says what it is.
    '(?:(?<!type)=|(?<=[\\s(]))"([^"]+)"',
    '\\(([^()]+)\\)',
    // The name of a tool, or else all that follows a colon.
    `(?<=tool|function|calling|running|using): [\`*_"'([]*(${NAME})`,
    ': [`*_([]*\\{?(\\S.*)',
    '(?<![\\p{L}\\p{N}_.])(\\d+(?:[.,:-]\\d+)*)',
    '\\{([^{}]+)\\}',
    '(?<![\\p{L}\\p{N}_"])(\\p{L}+(?:_[\\p{L}\\p{N}]+)+)',
  ].join('|'),
  'dgisu',
);
/** Marks at the end of a line, behind a value that begins after a colon. */
const CLOSING = '}`*_)].…⟧】';
const IN_WORD = /[\p{L}\p{N}_]/u;
/** A text that announces the name of a tool, and the name. */
const BEFORE_TOOL =
  /(?:tool|function|call(?:s|ing)?|us(?:es|ing)|run(?:s|ning)|name)[^\p{L}\p{N}]*$/iu;
const TOOL = new RegExp(`^(?=.*\\p{L})${NAME}$`, 'u');
/** Text of a line that says that a tool has finished. */
const FINISHED = /✅|\b(?:complete|completed|done|ended|finished)\b(?!=)/iu;

/**
 * @param selected lines without blanks around them, each once
 * @param others lines that must stay
 * @returns rules that remove the selected lines, and none of the others or of ordinary replies;
 * none if that is impossible
 */
export function deriveRules(
  selected: readonly string[],
  others: readonly string[],
): readonly Rule[] {
  const rules: Rule[] = [];
  for (let left = selected; left.length > 0;) {
    const text = widest(left, others);
    const pattern = text === null ? null : parse(text);
    if (text === null || pattern === null || rules.length === MAX_RULES) return [];
    rules.push({ ...ruleBase(text), id: `rule-${rules.length + 1}`, kind: 'line' });
    left = left.filter((line) => !fits(pattern, line));
  }
  return costsTooMuch({ rules }) ? [] : rules;
}

/** @returns those of the marked lines that the rule of a line would remove, too */
export function alike(
  line: string,
  marked: readonly string[],
  others: readonly string[],
): readonly string[] {
  const pattern = parse(varied(line));
  return pattern && isSafe(pattern, others) ? marked.filter((other) => fits(pattern, other)) : [];
}

/**
 * @param mayBegin texts of lines with which other blocks may begin
 * @returns a rule that removes everything from the first selected line to the next one that
 * differs, and elsewhere in the reply only blocks of the same kind; null if that is impossible
 */
export function deriveBlock(
  reply: string,
  lines: readonly ReplyLine[],
  selected: ReadonlySet<string>,
  mayBegin: ReadonlySet<string>,
): Rule | null {
  const [first, ...more] = lines.filter(({ text, removable }) => removable && selected.has(text));
  if (!first) return null;
  for (const text of new Set([varied(first.text), escaped(first.text)])) {
    const pattern = parse(text);
    const last = pattern && more.find((line) => !fits(pattern, line.text));
    if (!last || !isSafe(pattern, [])) continue;
    const next = lines.find((line) => line.text !== '' && line.at > last.at)?.at ?? Infinity;
    for (const until of [varied(last.text), escaped(last.text)]) {
      const rule = { ...ruleBase(text), id: 'rule-1', kind: 'block', until } as const;
      const ranges = tryRules(reply, [{ ...rule, id: `own/${rule.id}` }]);
      const isWhole = ranges.some(([from, to]) => from === first.at && last.at < to && to <= next);
      const begins = lines.filter(({ at }) => ranges.some(([from]) => from === at));
      if (isWhole && begins.every((line) => mayBegin.has(line.text))) return rule;
    }
  }
  return null;
}

/** @returns whether a rule removes nothing but one exact line */
export function isExact({ kind, pattern }: Rule): boolean {
  return kind === 'line' && parse(pattern)?.slots.length === 0;
}

/** @returns the lines of a rule as people read them, with an ellipsis where the text varies */
export function ruleWords(rule: Rule): string {
  const patterns = rule.kind === 'line' ? [rule.pattern] : [rule.pattern, rule.until];
  return patterns
    .join(' … ')
    .replace(/\{\{|\{[\p{L}\p{N}_-]+\}/gu, (token) => (token === '{{' ? '{' : '…'));
}

/**
 * @returns the safe pattern that fits the first line and most of the others; null if there is none
 */
function widest([line = '', ...more]: readonly string[], others: readonly string[]): string | null {
  let best: string | null = null;
  let most = -1;
  for (const text of new Set([
    varied(line),
    ...more.map((other) => shared(line, other)),
    escaped(line),
  ])) {
    const pattern = parse(text);
    if (!pattern || !fits(pattern, line)) continue;
    const count = more.filter((other) => fits(pattern, other)).length;
    if (count > most && isSafe(pattern, others)) [best, most] = [text, count];
  }
  return best;
}

function isSafe(pattern: Pattern, others: readonly string[]): boolean {
  return ![...others, ...ORDINARY_LINES].some((line) => fits(pattern, line));
}

function fits(pattern: Pattern, line: string): boolean {
  return fitPattern(pattern, line) !== null;
}

/** @returns null if no rule may have this pattern */
function parse(pattern: string): Pattern | null {
  return compileRule({ id: 'own/rule', kind: 'line', pattern, tells: 'nothing' })?.pattern ?? null;
}

/** @returns the pattern of a single line */
function varied(line: string): string {
  let pattern = '';
  let at = 0;
  for (const { indices } of line.matchAll(VALUES)) {
    const [from, end] = indices?.slice(1).find((range) => range !== undefined) ?? [at, at];
    let to = end;
    while (end === line.length && to > from + 1 && CLOSING.includes(line.charAt(to - 1))) to--;
    const text = line.slice(at, from);
    pattern += escaped(text) + slotBehind(text, line.slice(from, to));
    at = to;
  }
  return pattern + escaped(line.slice(at));
}

/** @returns the pattern of two lines that have the same beginning and end, cut between words */
function shared(a: string, b: string): string {
  const [one, other] = [Array.from(a), Array.from(b)];
  const most = Math.min(one.length, other.length);
  let head = 0;
  while (head < most && one[head] === other[head]) head++;
  let tail = 0;
  while (tail < most - head && one.at(-1 - tail) === other.at(-1 - tail)) tail++;
  while (head > 0 && IN_WORD.test(one[head - 1] ?? '')) head--;
  while (tail > 0 && IN_WORD.test(one.at(-tail) ?? '')) tail--;
  const start = one.slice(0, head).join('').length;
  const end = a.length - one.slice(one.length - tail).join('').length;
  const text = a.slice(0, start);
  return escaped(text) + slotBehind(text, a.slice(start, end)) + escaped(a.slice(end));
}

/**
 * @returns the placeholder for a value, that of a tool's name if the text before it announces one
 */
function slotBehind(text: string, value: string): string {
  return BEFORE_TOOL.test(text) && TOOL.test(value) ? '{tool}' : '{text}';
}

function escaped(text: string): string {
  return text.replaceAll('{', '{{');
}

function ruleBase(pattern: string) {
  return { pattern, tells: tellsOf(pattern) };
}

function tellsOf(pattern: string): Tells {
  if (!pattern.includes('{tool}')) return 'nothing';
  return FINISHED.test(pattern) ? 'end' : 'start';
}
