// JSON: parses, and edits the text in place so that untouched bytes stay as they are.

/**
 * JSON as text. Anything unchanged keeps its bytes: a parse and stringify round trip would reorder
 * integer-like keys, collapse duplicate ones and change `1.0`, big integers and escapes.
 */

// Captured on import: the page shares our realm and may replace them later.
const { parse, stringify } = JSON;

export const NOT_ASCII = /[\u0080-\uffff]/;

export type JsonPath = readonly (string | number)[];

/** A new value for the string at a path. */
export interface StringEdit {
  readonly path: JsonPath;
  readonly value: string;
}

/**
 * JSON text to put in place of the value at a path; a member that its object lacks is added after
 * the others.
 */
export interface ValueEdit {
  readonly path: JsonPath;
  readonly json: string;
}

/**
 * Removes a member from its object, every one if its key occurs several times, or an element from
 * its array.
 */
export interface Removal {
  readonly path: JsonPath;
  readonly remove: true;
}

export type JsonEdit = StringEdit | ValueEdit | Removal;

/** @returns the parsed value, or undefined for text that is not JSON */
export function parseJson(text: string): unknown {
  // A thrown error costs ten times as much: 5 microseconds in V8.
  if (!MAY_BE_JSON.test(text)) return undefined;
  try {
    return parse(text) as unknown;
  } catch {
    return undefined; // not JSON: common in streams, nothing to report
  }
}

/** How JSON begins. */
const MAY_BE_JSON = /^[\s[{"\d\-ntf]/;

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_ARRAY = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * More objects, and more values of any kind, than any message has: their reading takes 0.1 to 0.2
 * s.
 */
const MAX_OBJECTS = 10_000;
const MAX_VALUES = 1_000_000;

/**
 * Returns whether JSON text has more in it than any message of a chat; that costs less than to
 * parse it.
 */
export function isCrowded(text: string, limit = MAX_OBJECTS): boolean {
  let objects = 0;
  let values = 0;
  const isLong = text.length > 2 * MAX_VALUES;
  for (let at = isLong ? text.indexOf(',') : -1; at !== -1; at = text.indexOf(',', at + 1))
    if (++values > MAX_VALUES) return true;
  for (let at = text.indexOf('{'); at !== -1; at = text.indexOf('{', at + 1)) {
    // In a string, a quote has a backslash before it.
    const next = text.charCodeAt(at + 1);
    if ((next === QUOTE || next === CLOSE_OBJECT || next <= 0x20) && ++objects > limit) return true;
  }
  return false;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isEmptyObject(value: unknown): boolean {
  return isObject(value) && Object.keys(value).length === 0;
}

/**
 * Edits JSON text and leaves every other character unchanged: one scan for all edits, descending
 * only into edited values.
 * @param text valid JSON
 * @param edits none of them inside of what another one replaces; of duplicate keys the last one
 * counts, as in JSON.parse. An edit of a missing place is ignored. A string that was pure ASCII
 * stays pure ASCII.
 */
export function editJson(text: string, edits: readonly JsonEdit[]): string {
  if (edits.length === 0) return text;
  const spans: (Span | null)[] = [];
  scan(text, skipSpace(text, 0), treeOf(edits), spans);
  let result = '';
  let at = 0;
  for (const span of spans) {
    if (!span) continue;
    result += text.slice(at, span.start) + span.put;
    at = span.end;
  }
  return result + text.slice(at);
}

/**
 * @returns the JSON text of the value at a path, or null if there is none; of duplicate keys the
 * last one counts
 */
export function rawAt(text: string, path: JsonPath): string | null {
  let start = skipSpace(text, 0);
  for (const step of path) {
    const item = itemsOf(text, start).findLast(({ key }) => key === step);
    if (!item) return null;
    start = item.at;
  }
  return text.slice(start, skipValue(text, start));
}

/** @returns the JSON texts of the elements of an array at a path; none for anything else */
export function rawElements(text: string, path: JsonPath): string[] {
  const array = rawAt(text, path) ?? '';
  return array.startsWith('[') ? itemsOf(array, 0).map(({ at, end }) => array.slice(at, end)) : [];
}

/** @returns the JSON texts of the members of an object, by key; none for anything else */
export function rawMembers(text: string): Map<string, string> {
  const start = skipSpace(text, 0);
  const items = text[start] === '{' ? itemsOf(text, start) : [];
  return new Map(items.map(({ key, at, end }) => [String(key), text.slice(at, end)]));
}

/**
 * @param like if this is pure ASCII, so is the literal
 * @returns a string as JSON. A page cannot influence it: strings are not asked for `toJSON`.
 */
export function jsonString(value: string, like: string): string {
  const json = stringify(value);
  return NOT_ASCII.test(json) && !NOT_ASCII.test(like)
    ? json.replace(/[\u0080-\uffff]/g, escapeUnit)
    : json;
}

/** @returns a UTF-16 unit as JSON escapes it, as in `\u009b` */
export function escapeUnit(unit: string): string {
  return '\\u' + unit.charCodeAt(0).toString(16).padStart(4, '0');
}

interface Span {
  readonly start: number;
  end: number;
  readonly put: string;
}

/** The edits, by the next step of their path, so that one scan serves all of them. */
type EditTree = Map<string | number, EditBranch>;

interface EditBranch {
  /** Null if there are edits below. */
  edit: JsonEdit | null;
  tree: EditTree | null;
  /**
   * Offset of the object or array in which it was found, and which spans are its own: [from, to).
   */
  at: number;
  from: number;
  to: number;
}

function treeOf(edits: readonly JsonEdit[]): EditTree {
  const tree: EditTree = new Map();
  for (const edit of edits) {
    let level = tree;
    let branch: EditBranch | undefined;
    for (const key of edit.path) {
      if (branch) level = branch.tree ??= new Map();
      branch = level.get(key);
      if (!branch) level.set(key, (branch = { edit: null, tree: null, at: -1, from: 0, to: 0 }));
    }
    if (branch) branch.edit = edit;
  }
  return tree;
}

/** A member of an object or an element of an array: its key, and the offsets of its value. */
interface Item {
  readonly key: string | number;
  readonly at: number;
  readonly end: number;
}

/** @returns the items of the object or array at `at`, in order; none for any other value */
function itemsOf(text: string, at: number): readonly Item[] {
  const items: Item[] = [];
  walk(text, at, (key, _, value) => {
    const end = skipValue(text, value);
    items.push({ key, at: value, end });
    return end;
  });
  return items;
}

/**
 * Walks the items of the object or array at `at`.
 * @param take gets the key of each, the offset where it begins, and that of its value.
 * @returns the offset after it
 * @returns the offset after the closing bracket; `at` for any other value
 */
function walk(
  text: string,
  at: number,
  take: (key: string | number, start: number, value: number) => number,
): number {
  const open = text.charCodeAt(at);
  if (open !== OPEN_OBJECT && open !== OPEN_ARRAY) return at;
  let index = 0;
  at = skipSpace(text, at + 1);
  while (at < text.length && !isClose(text.charCodeAt(at))) {
    const start = at;
    let key: string | number = index++;
    if (open === OPEN_OBJECT) {
      const end = skipString(text, at);
      key = text.slice(at + 1, end - 1);
      if (key.includes('\\')) key = parse(text.slice(at, end)) as string;
      at = skipSpace(text, skipSpace(text, end) + 1);
    }
    at = skipSpace(text, take(key, start, at));
    if (text.charCodeAt(at) === COMMA) at = skipSpace(text, at + 1);
  }
  return at + 1;
}

function isClose(code: number): boolean {
  return code === CLOSE_OBJECT || code === CLOSE_ARRAY;
}

/**
 * Finds what the edits replace in the value at `at`; descends only where the tree does.
 * @param found gets that, in the order of the text
 * @returns the offset after the value
 */
function scan(text: string, at: number, tree: EditTree, found: (Span | null)[]): number {
  const code = text.charCodeAt(at);
  /** After the last item, and after the last one that stays, or the opening bracket. */
  let end = at + 1;
  let kept = false;
  /** A removed item before all that stay takes the comma after it. */
  let first: Span | null = null;
  const next = walk(text, at, (key, start, value) => {
    if (first) first.end = start;
    first = null;
    const branch = tree.get(key);
    const from = found.length;
    const behind = branch?.tree ? scan(text, value, branch.tree, found) : skipValue(text, value);
    const edit = branch?.edit;
    if (edit && 'remove' in edit) {
      const span = { start: kept ? end : start, end: behind, put: '' };
      if (!kept) first = span;
      found.push(span);
    } else {
      kept = true;
      const put = edit ? valueOf(edit, text, value, behind) : null;
      if (put !== null) found.push({ start: value, end: behind, put });
      // Of duplicate keys the last one counts.
      if (branch?.at === at) found.fill(null, branch.from, branch.to);
      if (branch) {
        branch.at = at;
        branch.from = from;
        branch.to = found.length;
      }
    }
    end = behind;
    return behind;
  });
  if (code === OPEN_OBJECT)
    for (const [key, branch] of tree) {
      const { edit } = branch;
      if (!edit || !('json' in edit) || branch.at === at) continue;
      found.push({
        start: end,
        end,
        put: `${kept ? ',' : ''}${jsonString(String(key), text)}:${edit.json}`,
      });
      kept = true;
    }
  return next === at ? skipValue(text, at) : next;
}

/**
 * @returns the text that an edit puts in place of the value from `start` to `end`; null if that is
 * no string, but should be
 */
function valueOf(
  edit: StringEdit | ValueEdit,
  text: string,
  start: number,
  end: number,
): string | null {
  if ('json' in edit) return edit.json;
  return text[start] === '"' ? jsonString(edit.value, text.slice(start, end)) : null;
}

function skipSpace(text: string, at: number): number {
  while (isSpace(text.charCodeAt(at))) at++;
  return at;
}

/**
 * Codes, not characters: finding a value in a chunk of 200 bytes takes 1.0 µs instead of 1.6 (V8).
 */
function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

/** @returns the offset after the string that begins with the quote at `at` */
export function skipString(text: string, at: number): number {
  for (;;) {
    at = text.indexOf('"', at + 1);
    if (at === -1) return text.length;
    let escapes = at;
    while (text.charCodeAt(escapes - 1) === BACKSLASH) escapes--;
    if ((at - escapes) % 2 === 0) return at + 1;
  }
}

function skipValue(text: string, at: number): number {
  const { length } = text;
  let depth = 0;
  while (at < length) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = skipString(text, at);
      if (depth === 0) return at;
      continue;
    }
    if (code === OPEN_OBJECT || code === OPEN_ARRAY) depth++;
    else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) {
      if (depth === 0) return at; // after a number or word
      if (--depth === 0) return at + 1;
    } else if (depth === 0 && (code === COMMA || isSpace(code))) return at;
    at++;
  }
  return at;
}
