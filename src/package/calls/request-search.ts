import { arrayOf } from '../../normalizer/dialects/fields.ts';
import { isObject, parseJson } from '../../normalizer/json/json-edit.ts';
import { decodeBlocks, decodeEscapes, decodeInPlace, decodeMarkup } from './decodings.ts';

/** A call that may stand in a request. */
export interface Sought {
  /** As it is written. */
  readonly written: string;
  /** Its arguments, as JSON text. */
  readonly json: string;
}

/**
 * What is looked for in letters: a tool, its arguments, and what makes a call of a name without
 * any.
 */
interface Called {
  readonly name: string;
  readonly words: readonly string[];
  readonly parts: readonly string[];
}

/** What a request contains, in letters, decoded. */
interface Letters {
  readonly said: readonly string[];
  /** Of the tools that it offers. */
  readonly described: readonly string[];
}

/**
 * UTF-16 units of a request that are decoded, all stages together: beyond, nobody knows what it
 * contains.
 */
const MAX_UNITS = 16_777_216;
/**
 * UTF-16 units that the calls of one reply are searched in, all together: some tenths of a second.
 */
const MAX_SEARCHED = 268_435_456;
/** How often a text is decoded: an encoding in an encoding, and one in that. */
const MAX_DEPTH = 3;
/** How deep in a schema descriptions are looked for. */
const MAX_DESCRIBED = 64;
/**
 * UTF-16 units around the name of a tool in which its arguments stand, besides the length of these.
 */
const NEAR = 200;
/** Most names and values of arguments that are looked for near a name; the longest ones. */
const MAX_WORDS = 24;
/** Parts of messages that are not said. */
const UNSAID = new Set(['role', 'type', 'id', 'tool_call_id']);
/**
 * The ways to write letters that a model reads at sight: as they are, backwards, moved by thirteen
 * places.
 */
const WRITINGS: readonly ((letters: string) => string)[] = [
  (letters) => letters,
  (letters) => [...letters].toReversed().join(''),
  (letters) =>
    letters.replace(/[a-z]/g, (letter) =>
      String.fromCharCode(((letter.charCodeAt(0) - 97 + 13) % 26) + 97),
    ),
];
/** Beside these, a name without arguments is a call. */
const CALL_PARTS = ['toolcall', 'function', 'arguments', 'parameters', 'invoke'];

/**
 * Returns a search for calls in a request, as they are written or as a name beside all of its
 * arguments, however they are encoded there (decodings.ts), also in pieces over several parts or
 * messages. The request is decoded when the first call is looked for, and once. Both that and the
 * search have a limit; beyond, a call counts as contained.
 * @param names of the tools that are offered
 */
export function createRequestSearch(
  request: Record<string, unknown>,
  names: readonly string[],
): (call: Sought) => boolean {
  let letters: Letters | null | undefined;
  let searched = 0;

  return ({ written, json }) => {
    if (letters === undefined) letters = lettersIn(request);
    if (letters === null) return true;
    const { said, described } = letters;
    const isName = names.includes(written.trim());
    const cores = isName ? [] : (lettersOfAll([written]) ?? []);
    const words = [...new Set([...leavesOf(parseJson(json))].map(lettersOf))]
      .filter((word) => word !== '')
      .toSorted((a, b) => b.length - a.length)
      .slice(0, MAX_WORDS);
    const name = lettersOf(
      names
        .filter((one) => written.includes(one))
        .reduce((longest, one) => (one.length > longest.length ? one : longest), ''),
    );
    for (const write of WRITINGS) {
      const sought = cores.map(write);
      // Of these, only a call as it is written counts: its name and the names of its arguments
      // stand there anyway.
      if (sought.some((core) => described.some((text) => text.includes(core)))) return true;
      const called = { name: write(name), words: words.map(write), parts: CALL_PARTS.map(write) };
      for (const text of said) {
        if (sought.some((core) => text.includes(core))) return true;
        if (name !== '' && isNear(text, called)) return true;
        searched += text.length * (cores.length + words.length + 1);
        if (searched > MAX_SEARCHED) return true;
      }
    }
    return false;
  };
}

/**
 * @returns the texts of a request: all of them joined, as a call may be cut into pieces; the same
 * without those of the assistant between; the rest
 */
function partsOf(request: Record<string, unknown>): string[] {
  const { tools: _, messages, ...rest } = request;
  const said = arrayOf(messages).filter(isObject);
  const saidBy = said.map(({ role, content }) => ({ role, text: textsIn(content).join('\n') }));
  const others = said.flatMap(({ content: _content, tool_calls: calls, ...more }) => [
    ...textsIn(more),
    ...arrayOf(calls).map((call) => JSON.stringify(call)),
  ]);
  return [
    saidBy.map(({ text }) => text).join('\n'),
    saidBy
      .filter(({ role }) => role !== 'assistant')
      .map(({ text }) => text)
      .join('\n'),
    [...textsIn(rest), ...others].join('\n'),
  ];
}

/** @returns null if it is too long to be decoded */
function lettersIn(request: Record<string, unknown>): Letters | null {
  const said = lettersOfAll(partsOf(request));
  const described = lettersOfAll([descriptionsIn(request.tools).join('\n')]);
  return said && described && { said, described };
}

/** What is said of tools, which others than this person may have written. */
function descriptionsIn(value: unknown, depth = 0): string[] {
  if (typeof value !== 'object' || value === null || depth > MAX_DESCRIBED) return [];
  return Object.entries(value).flatMap(([key, one]: [string, unknown]) =>
    key === 'description' && typeof one === 'string' ? [one] : descriptionsIn(one, depth + 1),
  );
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, one]) => (UNSAID.has(key) ? [] : textsIn(one)));
}

/**
 * @returns the letters of texts, and of what these become by decoding, without copies; null if that
 * is too much
 */
function lettersOfAll(texts: readonly string[]): readonly string[] | null {
  const found = new Set<string>();
  let stage = new Set(texts.filter((text) => text !== ''));
  let units = 0;
  for (let depth = 0; depth <= MAX_DEPTH && stage.size > 0; depth++) {
    const next = new Set<string>();
    for (const text of stage) {
      units += text.length;
      if (units > MAX_UNITS) return null;
      const letters = lettersOf(text);
      if (letters === '') continue;
      found.add(letters);
      const all = [decodeEscapes(text), decodeBlocks(text), decodeMarkup(text)];
      // A call that is encoded in part is looked for in the request itself only: this adds a whole
      // text.
      if (depth === 0) all.push(decodeInPlace(text));
      for (const decoded of all) if (decoded !== text && decoded !== '') next.add(decoded);
    }
    stage = next;
  }
  return [...found];
}

/**
 * Returns whether a name occurs with all words near it, in any order. Each word is looked for once
 * from the beginning to the end, as the names follow each other.
 */
function isNear(text: string, { name, words, parts: ofCalls }: Called): boolean {
  const span = NEAR + words.reduce((sum, word) => sum + 2 * word.length, 0);
  const parts = words.length > 0 ? words : ofCalls;
  const places = parts.map((word) => text.indexOf(word));
  if (words.length > 0 && places.includes(-1)) return false;
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    const near = parts.map((word, i) => {
      while (places[i] !== -1 && (places[i] ?? 0) < at - span)
        places[i] = text.indexOf(word, Math.max((places[i] ?? 0) + 1, at - span));
      const place = places[i] ?? -1;
      return place !== -1 && place + word.length <= at + name.length + span;
    });
    if (words.length > 0 ? near.every(Boolean) : near.some(Boolean)) return true;
    if (words.length > 0 && places.includes(-1)) return false;
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

/**
 * Letters of other scripts that look like Latin ones (Unicode Technical Standard 39,
 * confusables.txt): those that differ in no common font.
 */
const ALIKE: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ['аӓα', 'a'],
    ['ԁ', 'd'],
    ['её', 'e'],
    ['һ', 'h'],
    ['іїι', 'i'],
    ['ј', 'j'],
    ['кκ', 'k'],
    ['ӏ', 'l'],
    ['оοօ', 'o'],
    ['рρ', 'p'],
    ['ԛ', 'q'],
    ['ѕ', 's'],
    ['сϲ', 'c'],
    ['υս', 'u'],
    ['ν', 'v'],
    ['ԝ', 'w'],
    ['хχ', 'x'],
    ['уү', 'y'],
    ['ɡ', 'g'],
    ['ո', 'n'],
  ].flatMap(([letters = '', latin = '']) => [...letters].map((letter) => [letter, latin])),
);
const LOOKS_LATIN = new RegExp(`[${Object.keys(ALIKE).join('')}]`, 'gu');

/**
 * @returns the letters and digits of a text, without what stands between them: quotes, blanks,
 * tags, backslashes; those that look Latin as Latin ones
 */
function lettersOf(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase()
    .replace(LOOKS_LATIN, (letter) => ALIKE[letter] ?? letter);
}
