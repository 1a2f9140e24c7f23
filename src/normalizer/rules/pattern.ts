import { createNeedle, findNeedle, type Needle } from './needle.ts';

/** A parsed pattern: literal text, then placeholders, each with the literal text after it. */
export interface Pattern {
  /** The text before the first placeholder; the whole pattern if there is none. */
  readonly head: string;
  /** Only the last one may have nothing after it. */
  readonly slots: readonly { readonly name: string; readonly after: Needle }[];
}

/** Longest pattern, in UTF-16 units. */
export const MAX_PATTERN = 200;

const TOKEN = /\{\{|\{([\p{L}\p{N}_-]+)\}|\{|[^{]+/gu;

/**
 * Parses a pattern, ignoring blanks around it.
 * @returns null if it is not one line of at most `MAX_PATTERN` units, has an unclosed brace or two placeholders side by
 * side, or no literal text
 */
export function readPattern(text: string): Pattern | null {
  if (/[\n\r]/.test(text) || text.length > MAX_PATTERN) return null;
  const names: string[] = [];
  const literals = [''];
  for (const [token, name] of trimBlanks(text).matchAll(TOKEN)) {
    if (token === '{') return null;
    if (name === undefined) literals[literals.length - 1] += token === '{{' ? '{' : token;
    else if (names.length > 0 && literals[literals.length - 1] === '') return null;
    else {
      names.push(name);
      literals.push('');
    }
  }
  const [head = '', ...behind] = literals;
  if (literals.every((literal) => literal.trim() === '')) return null;
  return { head, slots: names.map((name, i) => ({ name, after: createNeedle(behind[i] ?? '') })) };
}

/** @returns all literal text of a pattern */
export function literalText({ head, slots }: Pattern): string {
  return head + slots.map(({ after }) => after.text).join('');
}

/**
 * Matches a pattern against a whole line: each placeholder takes one or more units, as few as possible, from left to
 * right. Reads each unit of the line at most twice.
 * @param line without blanks around it
 * @returns the value of each placeholder, or null if the line does not match
 */
export function fitPattern({ head, slots }: Pattern, line: string): readonly string[] | null {
  if (!matchesAt(line, head, 0)) return null;
  let at = head.length;
  const values: string[] = [];
  for (let i = 0; i < slots.length; i++) {
    const after = slots[i]?.after ?? NOTHING;
    const end = i === slots.length - 1 ? findLast(line, after.text, at) : findNeedle(after, line, at + 1);
    if (end === -1) return null;
    values.push(line.slice(at, end));
    at = end + after.text.length;
  }
  return at === line.length ? values : null;
}

const NOTHING = createNeedle('');

/** @returns where `ending` begins at the end of the line, if something precedes it; else -1 */
function findLast(line: string, ending: string, at: number): number {
  const end = line.length - ending.length;
  return end > at && matchesAt(line, ending, end) ? end : -1;
}

function matchesAt(line: string, text: string, at: number): boolean {
  if (at + text.length > line.length) return false;
  for (let i = 0; i < text.length; i++) {
    if (line.charCodeAt(at + i) !== text.charCodeAt(i)) return false;
  }
  return true;
}

/**
 * Returns whether a unit is a blank, ignored around a line: a space, a tab, or the carriage return before its line
 * feed.
 */
export function isBlank(unit: number): boolean {
  return unit === 0x20 || unit === 0x09 || unit === 0x0d;
}

/** @returns the text without the blanks around it */
export function trimBlanks(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && isBlank(text.charCodeAt(from))) from++;
  while (to > from && isBlank(text.charCodeAt(to - 1))) to--;
  return text.slice(from, to);
}
