/** A parsed pattern: literal text, then placeholders, each with the literal text after it. */
export interface Pattern {
  /** The text before the first placeholder; the whole pattern if there is none. */
  readonly head: string;
  /** Only the last one may have nothing after it. */
  readonly slots: readonly { readonly name: string; readonly after: string }[];
}

/** Longest pattern, in UTF-16 units. */
export const MAX_PATTERN = 200;

const TOKEN = /\{\{|\{([\p{L}\p{N}_-]+)\}|\{|[^{]+/gu;

/**
 * Parses a pattern, ignoring blanks around it.
 * @returns null if it is not one line of at most `MAX_PATTERN` units, has an unclosed brace or two
 * placeholders side by side, or no literal text
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
  return { head, slots: names.map((name, i) => ({ name, after: behind[i] ?? '' })) };
}

/** @returns all literal text of a pattern */
export function literalText({ head, slots }: Pattern): string {
  return head + slots.map(({ after }) => after).join('');
}

/**
 * Matches a pattern against a whole line: each placeholder takes one or more units, as few as
 * possible, from left to right.
 * @param line without blanks around it
 * @returns the value of each placeholder, or null if the line does not match
 */
export function fitPattern({ head, slots }: Pattern, line: string): readonly string[] | null {
  if (!line.startsWith(head)) return null;
  let at = head.length;
  const values: string[] = [];
  for (const [i, { after }] of slots.entries()) {
    const isLast = i === slots.length - 1;
    const end = isLast ? line.length - after.length : line.indexOf(after, at + 1);
    if (end <= at || !line.startsWith(after, end)) return null;
    values.push(line.slice(at, end));
    at = end + after.length;
  }
  return at === line.length ? values : null;
}

const BLANKS = ' \t\r';

/**
 * @returns the text without the blanks around it: spaces, tabs, the carriage return before a line
 * feed
 */
export function trimBlanks(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && BLANKS.includes(text.charAt(from))) from++;
  while (to > from && BLANKS.includes(text.charAt(to - 1))) to--;
  return text.slice(from, to);
}
