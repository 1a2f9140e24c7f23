import { Validator } from '@cfworker/json-schema';
import { arrayOf, stringOf } from '../normalizer/dialects/fields.ts';
import { isObject, parseJson } from '../normalizer/json/json-edit.ts';
import type { ReadCall } from './read-calls.ts';
import { withoutPatterns } from './schema-patterns.ts';

type Fields = Record<string, unknown>;

/** The tools that one request offers. */
export interface OfferedTools {
  readonly names: readonly string[];
  /** @returns the arguments of a call as JSON text; null if no such tool is offered, or its schema refuses them */
  argumentsOf(call: ReadCall): string | null;
  /**
   * Returns whether the request itself contains a call, as it is written or its name beside all of its arguments, however
   * it is encoded there.
   * @param json its arguments
   */
  contains(written: string, json: string): boolean;
}

/** @param body of a request for a chat completion. @returns null if it offers no tools */
export function readTools(body: string): OfferedTools | null {
  const request = parseJson(body);
  if (!isObject(request) || request.tool_choice === 'none') return null;
  const offered = arrayOf(request.tools).map((tool) => (isObject(tool) ? tool.function : null));
  const tools = new Map(
    offered
      .filter(isObject)
      .map((tool) => [stringOf(tool.name), withoutPatterns(tool.parameters ?? {})]),
  );
  if (tools.size === 0) return null;
  return {
    names: [...tools.keys()],
    argumentsOf({ name, given }) {
      const schema = tools.get(name);
      if (!isObject(schema)) return null;
      const json = typeof given === 'string' ? given : JSON.stringify(typed(given, schema));
      return fits(parseJson(json), schema) ? json : null;
    },
    contains: createSearch(request, tools),
  };
}

function fits(value: unknown, schema: Fields): boolean {
  try {
    return isObject(value) && new Validator(schema).validate(value).valid;
  } catch {
    return false; // it refers to a schema that nobody knows, or is none itself
  }
}

/** Gives parameters, which are written as text, the types of the schema. */
function typed(
  given: readonly (readonly [name: string, value: string])[],
  { properties }: Fields,
): Fields {
  const values = given.map(([name, text]) => {
    const property = isObject(properties) ? properties[name] : null;
    const isText = isObject(property) && [property.type].flat().includes('string');
    return [name, (isText ? undefined : parseJson(text.trim())) ?? text];
  });
  return Object.fromEntries(values) as Fields;
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Names beside which a call without arguments is one. */
const CALL_PARTS = /tool_?call|function|arguments|parameters|invoke/i;
/** UTF-16 units around the name of a tool in which its arguments stand, besides the length of these. */
const NEAR = 200;

/** @returns a search for calls in all texts of a request, and in what they become by decoding */
function createSearch(
  request: Fields,
  tools: ReadonlyMap<string, unknown>,
): OfferedTools['contains'] {
  /** Made when it is needed: most replies contain no call. */
  let texts: readonly string[] | null = null;

  function find(written: string, json: string): boolean {
    const { tools: _, ...said } = request;
    const calls = arrayOf(request.messages)
      .flatMap((message) => (isObject(message) ? arrayOf(message.tool_calls) : []))
      .map((call) => JSON.stringify(call));
    texts ??= [...textsIn(said), ...calls].flatMap(decodings);
    const core = lettersOf(written);
    const isName = tools.has(written.trim());
    const parsed = parseJson(json);
    const words = [...leavesOf(parsed)].map(lettersOf).filter((word) => word !== '');
    const name = nameIn(written, tools);
    return texts.some(
      (text) =>
        (!isName && lettersOf(text).includes(core)) ||
        (name !== '' && isNear(lettersOf(text), text, lettersOf(name), words)),
    );
  }
  return find;
}

/** @returns the longest name of a tool that a call contains */
function nameIn(written: string, tools: ReadonlyMap<string, unknown>): string {
  return [...tools.keys()]
    .filter((name) => written.includes(name))
    .reduce((longest, name) => (name.length > longest.length ? name : longest), '');
}

/** Returns whether a name occurs with all words near it, in any order. */
function isNear(letters: string, text: string, name: string, words: readonly string[]): boolean {
  if (words.length === 0 && !CALL_PARTS.test(text)) return false;
  const span = NEAR + words.reduce((sum, word) => sum + 2 * word.length, 0);
  for (let at = letters.indexOf(name); at !== -1; at = letters.indexOf(name, at + 1)) {
    const near = letters.slice(Math.max(0, at - span), at + name.length + span);
    if (words.every((word) => near.includes(word))) return true;
  }
  return false;
}

/** Yields the keys and the values of arguments. */
function* leavesOf(value: unknown): Generator<string> {
  if (typeof value === 'object' && value !== null)
    for (const [key, one] of Object.entries(value)) {
      if (!Array.isArray(value)) yield key;
      yield* leavesOf(one);
    }
  else yield String(value);
}

/** Ways in which a text may be encoded; each returns the text unchanged if it is not. */
const DECODERS: readonly ((text: string) => string)[] = [
  (text) =>
    text
      .replace(/\\u\{?([\da-f]{4,6})\}?/gi, (all, code: string) => unitOf(code, 16, all))
      .replace(/\\x([\da-f]{2})/gi, (all, code: string) => unitOf(code, 16, all))
      .replace(/\\[nrt]/g, ' ')
      .replace(/\\(.)/g, '$1'),
  (text) =>
    text
      .replace(/&#x([\da-f]{1,6});/gi, (all, code: string) => unitOf(code, 16, all))
      .replace(/&#(\d{1,7});/g, (all, code: string) => unitOf(code, 10, all))
      .replace(
        /&(quot|apos|lt|gt|amp|nbsp|lowbar|colon);/g,
        (_, name: string) => ENTITIES[name] ?? '',
      ),
  (text) =>
    text.replace(/(?:%[\da-f]{2})+/gi, (all) => {
      try {
        return decodeURIComponent(all);
      } catch {
        return all;
      }
    }),
  (text) =>
    text.replace(/([A-Za-z\d+/_-]{16,})={0,2}/g, (all, run: string) => {
      try {
        const bytes = atob(run.replaceAll('-', '+').replaceAll('_', '/'));
        const decoded = new TextDecoder('utf-8', { fatal: true }).decode(
          Uint8Array.from(bytes, (char) => char.charCodeAt(0)),
        );
        return `${all} ${decoded}`;
      } catch {
        return all;
      }
    }),
  (text) =>
    text.replace(/\b(?:[\da-f]{2}){8,}\b/gi, (all) =>
      String.fromCharCode(
        ...(all.match(/../g) ?? []).slice(0, 4096).map((one) => Number.parseInt(one, 16)),
      ),
    ),
];
const ENTITIES: Readonly<Record<string, string>> = {
  quot: '"',
  apos: "'",
  lt: '<',
  gt: '>',
  amp: '&',
  nbsp: ' ',
  lowbar: '_',
  colon: ':',
};
/** How often a text is decoded: an encoding in an encoding, and one in that. */
const MAX_DEPTH = 3;

function unitOf(code: string, base: number, all: string): string {
  const point = Number.parseInt(code, base);
  return point <= 0x10ffff ? String.fromCodePoint(point) : all;
}

/** @returns a text, and what it becomes by decoding, in any order */
function decodings(text: string): readonly string[] {
  const all = new Set([text]);
  let last = [text];
  for (let depth = 0; depth < MAX_DEPTH && last.length > 0; depth++) {
    last = last
      .flatMap((one) => DECODERS.map((decode) => decode(one)))
      .filter((one) => !all.has(one));
    for (const one of last) all.add(one);
  }
  return [...all];
}

/** @returns the letters and digits of a text, without what stands between them: quotes, blanks, tags, backslashes */
function lettersOf(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
}
