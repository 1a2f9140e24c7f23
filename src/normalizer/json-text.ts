/**
 * JSON as text. What is not changed keeps its bytes: a parse and stringify round trip would reorder integer-like keys,
 * collapse duplicate ones and change `1.0`, big integers and escapes.
 */

// Captured on import: the page shares our realm and may replace them later.
const { parse, stringify } = JSON;

const NOT_ASCII = /[\u0080-\uffff]/;

export type JsonPath = readonly (string | number)[];

/** A new value for the string at a path. */
export interface StringEdit {
  readonly path: JsonPath;
  readonly value: string;
}

/** @returns the parsed value, or undefined for text that is no JSON */
export function parseJson(text: string): unknown {
  try {
    return parse(text) as unknown;
  } catch {
    return undefined; // not JSON: an ordinary thing in a stream, nothing to report
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Replaces strings inside JSON text and leaves every other character as it is.
 * @param text valid JSON
 * @param edits paths of strings that exist in it; of duplicate keys the last one counts, as in JSON.parse
 * @returns the edited text; a replaced literal that was pure ASCII stays pure ASCII
 */
export function replaceStrings(text: string, edits: readonly StringEdit[]): string {
  const spans = findSpans(text, edits).sort((a, b) => a.start - b.start);
  let result = '';
  let at = 0;
  for (const { start, end, value } of spans) {
    result += text.slice(at, start) + literal(value, text.slice(start, end));
    at = end;
  }
  return result + text.slice(at);
}

function literal(value: string, before: string): string {
  const json = stringify(value);
  return NOT_ASCII.test(json) && !NOT_ASCII.test(before) ? json.replace(/[\u0080-\uffff]/g, escapeUnit) : json;
}

function escapeUnit(unit: string): string {
  return '\\u' + unit.charCodeAt(0).toString(16).padStart(4, '0');
}

interface Span {
  readonly start: number;
  readonly end: number;
  readonly value: string;
}

/** The edits by the next step of their path, so that one scan serves all of them. */
type EditTree = Map<string | number, EditTree | string>;

function findSpans(text: string, edits: readonly StringEdit[]): Span[] {
  const tree: EditTree = new Map();
  for (const { path, value } of edits) {
    let branch = tree;
    path.forEach((key, depth) => {
      if (depth === path.length - 1) branch.set(key, value);
      else {
        const next = branch.get(key);
        const child: EditTree = next instanceof Map ? next : new Map();
        branch.set(key, child);
        branch = child;
      }
    });
  }
  const found: Span[] = [];
  scan(text, skipSpace(text, 0), tree, found);
  return found;
}

/** Walks the value at `at`; descends only where the tree does. @returns the offset behind the value */
function scan(text: string, at: number, tree: EditTree, found: Span[]): number {
  const open = text[at];
  if (open !== '{' && open !== '[') return skipValue(text, at);
  /** Spans by key, so that the last of duplicate keys wins. */
  const byKey = new Map<string | number, Span[]>();
  let index = 0;
  at = skipSpace(text, at + 1);
  while (at < text.length && text[at] !== '}' && text[at] !== ']') {
    let key: string | number = index++;
    if (open === '{') {
      const end = skipString(text, at);
      const raw = text.slice(at, end);
      key = raw.includes('\\') ? (parse(raw) as string) : raw.slice(1, -1);
      at = skipSpace(text, skipSpace(text, end) + 1);
    }
    const branch = tree.get(key);
    const end = branch instanceof Map ? scanInto(byKey, key, text, at, branch) : skipValue(text, at);
    if (typeof branch === 'string') byKey.set(key, text[at] === '"' ? [{ start: at, end, value: branch }] : []);
    at = skipSpace(text, end);
    if (text[at] === ',') at = skipSpace(text, at + 1);
  }
  for (const spans of byKey.values()) for (const span of spans) found.push(span);
  return at + 1;
}

function scanInto(byKey: Map<string | number, Span[]>, key: string | number, text: string, at: number, tree: EditTree): number {
  const spans: Span[] = [];
  byKey.set(key, spans);
  return scan(text, at, tree, spans);
}

function skipSpace(text: string, at: number): number {
  while (at < text.length && ' \n\r\t'.includes(text.charAt(at))) at++;
  return at;
}

function skipString(text: string, at: number): number {
  for (;;) {
    at = text.indexOf('"', at + 1);
    if (at === -1) return text.length;
    let escapes = at;
    while (text[escapes - 1] === '\\') escapes--;
    if ((at - escapes) % 2 === 0) return at + 1;
  }
}

function skipValue(text: string, at: number): number {
  let depth = 0;
  while (at < text.length) {
    const char = text.charAt(at);
    if (char === '"') {
      at = skipString(text, at);
      if (depth === 0) return at;
      continue;
    }
    if (char === '{' || char === '[') depth++;
    else if (char === '}' || char === ']') {
      if (depth === 0) return at; // behind a number or word
      if (--depth === 0) return at + 1;
    } else if (depth === 0 && (char === ',' || ' \n\r\t'.includes(char))) return at;
    at++;
  }
  return at;
}
