import { arrayOf, stringOf } from '../dialects/fields.ts';
import { isObject, parseJson } from '../json/json-edit.ts';
import TABLE from '../tables/outcomes.json' with { type: 'json' };
import type { Outcome, Parts, Receipt } from './progress-types.ts';

/** What the result of a tool says of its call. */
export interface Result {
  readonly phase: Outcome;
  readonly receipt: Receipt;
  /** The name of the form in the table by which it was judged; '' if it has none. */
  readonly form: string;
}

/** One requirement of a form: that a value under one of these keys is so. */
interface Condition {
  readonly keys: readonly string[];
  readonly is: keyof typeof TESTS;
  /** For `one-of`: in small letters, with underscores. */
  readonly words?: readonly string[];
  /** For `matches`: what means the same in JavaScript and Python. */
  readonly pattern?: string;
}

/**
 * A form of results, the first that fits decides. The companion (stream_fixer_companion.py) judges by the same table, so
 * neither language has forms of its own.
 */
interface Form {
  readonly name: string;
  readonly verdict: Outcome;
  /** Only of these tools; undefined: of any. */
  readonly tools?: readonly string[];
  /** Only in the agent's own words: a page or another server may have written what is wrapped. */
  readonly own?: boolean;
  readonly all: readonly Condition[];
}

/** Results of several parts, such as those of sub-agents, in `results`. */
interface PartsForm {
  readonly unit: Parts['unit'];
  readonly tools: readonly string[];
  /** A key by which entries are recognised where the tool is unknown; '' for none. */
  readonly index: string;
  /** What it means if all have worked. */
  readonly verdict: Outcome;
  readonly worked: Condition;
}

const FORMS = TABLE.forms as readonly Form[];
const PARTS = TABLE.parts as readonly PartsForm[];
/** What a result that is no JSON begins with. */
const TEXTS = TABLE.texts as readonly {
  readonly name: string;
  readonly verdict: Outcome;
  readonly matches: string;
}[];
const WRAPPER = new RegExp(TABLE.wrapper.first);

const TESTS = {
  true: (value: unknown) => value === true,
  false: (value: unknown) => value === false,
  text: (value: unknown) => typeof value === 'string',
  number: (value: unknown) => typeof value === 'number',
  list: Array.isArray,
  zero: (value: unknown) => value === 0,
  'not-zero': isNotZero,
  filled: isFilled,
  empty: (value: unknown) => !isFilled(value),
  matches: (value: unknown, { pattern = '' }: Condition) =>
    typeof value === 'string' && matches(pattern, value),
  'one-of': (value: unknown, { words = [] }: Condition) => words.includes(plainWord(value)),
} as const;

const patterns = new Map<string, RegExp>();

function matches(pattern: string, text: string): boolean {
  const known = patterns.get(pattern) ?? new RegExp(pattern);
  patterns.set(pattern, known);
  return known.test(text);
}

function plainWord(value: unknown): string {
  return stringOf(value)
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase())
    .replace(/[ -]/g, '_');
}

/** Any value but null, false, 0, and what is blank or empty. */
function isFilled(value: unknown): boolean {
  if (typeof value === 'string') return /[^ \t\r\n]/.test(value);
  if (Array.isArray(value)) return value.length > 0;
  return isObject(value) ? Object.keys(value).length > 0 : Boolean(value);
}

/** An exit code that is no success, also as text. */
function isNotZero(value: unknown): boolean {
  if (typeof value === 'number') return value !== 0;
  return typeof value === 'string' && /^[ \t]*[+-]?0*[1-9][0-9]{0,9}[ \t]*$/.test(value);
}

function meets(json: Readonly<Record<string, unknown>>, condition: Condition): boolean {
  return condition.keys.some((key) => TESTS[condition.is](ownValue(json, key), condition));
}

function ownValue(json: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(json, key) ? json[key] : undefined;
}

/**
 * Reads the result that a tool returned to the agent. `ran` is said only of forms that were recorded of calls that
 * worked; of what no form fits, the outcome is `unknown`. The forms are those of Hermes 0.16 to 0.22, recorded or read
 * in its source (test/companion/outcome-cases.json).
 * @param result a text, or a list of parts with texts, of any content and length
 * @param tool null if it is unknown: then forms of single tools do not count
 */
export function readResult(result: unknown, tool: string | null = null): Result {
  const text = stringOf(result) || arrayOf(result).map(textOf).join('');
  const wrapped = unwrap(text);
  return wrapped
    ? readText(wrapped.text, tool || wrapped.source, false)
    : readText(text, tool || null, true);
}

/**
 * Reads what became of a call in the result that its tool returned to the agent.
 * @returns `unknown` for a text without a known form, and for a text that was cut
 */
export function outcomeOf(result: unknown, tool: string | null = null): Outcome {
  return readResult(result, tool).phase;
}

/** @param isOwn the words are the agent's */
function readText(text: string, tool: string | null, isOwn: boolean): Result {
  const json = parseJson(text);
  if (!isObject(json)) return readWords(text, isOwn);
  const { verdict, name, parts } = judge(json, tool, isOwn);
  const exitCode = exitCodeIn(json);
  const error = isOwn ? errorIn(json, verdict) || parts?.error || '' : '';
  const output = stringOf(json.output);
  const hasForm = json.error !== undefined || json.exit_code !== undefined;
  const said = output || (hasForm && isOwn ? '' : text);
  const receipt: Receipt = {
    ...(exitCode !== null && { exitCode }),
    ...(error !== '' && { error }),
    ...(said !== '' && said !== error && { output: said }),
    ...(parts && { parts: parts.count }),
  };
  return { phase: verdict, receipt, form: name };
}

/** @returns null for none, and for a negative one: then the command did not run, or was killed */
function exitCodeIn({ exit_code: code }: Readonly<Record<string, unknown>>): number | null {
  const number = typeof code === 'string' && /^[0-9]{1,9}$/.test(code) ? Number(code) : code;
  return typeof number === 'number' && Number.isInteger(number) && number >= 0 ? number : null;
}

function readWords(text: string, isOwn: boolean): Result {
  const form = isOwn ? TEXTS.find(({ matches: pattern }) => matches(pattern, text)) : undefined;
  const { verdict = 'unknown', name = '' } = form ?? {};
  if (text === '') return { phase: verdict, receipt: {}, form: name };
  return { phase: verdict, receipt: form ? { error: text } : { output: text }, form: name };
}

interface Judgement {
  readonly verdict: Outcome;
  readonly name: string;
  readonly parts?: CountedParts;
}

interface CountedParts {
  readonly count: Parts;
  /** Why the first one failed, in the agent's words; '' without any. */
  readonly error: string;
}

function judge(
  json: Readonly<Record<string, unknown>>,
  tool: string | null,
  isOwn: boolean,
): Judgement {
  const form = FORMS.find((form) => fits(form, json, tool, isOwn));
  const isCertain = form && form.verdict !== 'ran';
  const parts = isCertain ? null : partsIn(json, tool);
  if (!parts) return form ?? { verdict: 'unknown', name: '' };
  const { count, verdict } = parts;
  const { all, worked, failed } = count;
  const name = count.unit;
  if (failed > 0) return { verdict: 'failed', name, parts };
  return { verdict: worked === all ? verdict : 'unknown', name, parts };
}

function fits(
  { tools, own = false, all }: Form,
  json: Readonly<Record<string, unknown>>,
  tool: string | null,
  isOwn: boolean,
): boolean {
  if ((own && !isOwn) || (tools && (tool === null || !tools.includes(tool)))) return false;
  return all.every((condition) => meets(json, condition));
}

/** @returns null for a result without parts */
function partsIn(
  { results }: Readonly<Record<string, unknown>>,
  tool: string | null,
): (CountedParts & { readonly verdict: Outcome }) | null {
  const entries = arrayOf(results).filter(isObject);
  if (entries.length === 0 || entries.length !== arrayOf(results).length) return null;
  const form = PARTS.find(({ tools, index }) =>
    tool === null
      ? index !== '' && entries.every((entry) => typeof entry[index] === 'number')
      : tools.includes(tool),
  );
  if (!form) return null;
  const failures = entries.filter((entry) => isFailure(entry));
  const worked = entries.filter((entry) => !isFailure(entry) && meets(entry, form.worked));
  const count = { all: entries.length, worked: worked.length, failed: failures.length };
  const [first] = failures;
  const error = first ? errorIn(first, 'failed') : '';
  return { count: { unit: form.unit, ...count }, error, verdict: form.verdict };
}

function isFailure(entry: Readonly<Record<string, unknown>>): boolean {
  return FORMS.some((form) => form.verdict === 'failed' && fits(form, entry, null, true));
}

/** Returns the words that say why a call did not work; '' if there are none. */
function errorIn(json: Readonly<Record<string, unknown>>, verdict: Outcome): string {
  const keys = verdict === 'failed' ? [...TABLE.words, 'message'] : TABLE.words;
  for (const key of keys) {
    const words = wordsIn(ownValue(json, key));
    if (words !== '') return words;
  }
  return '';
}

/** Returns the text of an error: a text, an object with one, or a list of these. */
function wordsIn(error: unknown): string {
  if (Array.isArray(error)) return error.map(wordOf).filter(Boolean).join(', ');
  return wordOf(error);
}

function wordOf(error: unknown): string {
  if (typeof error === 'string') return /[^ \t\r\n]/.test(error) ? error : '';
  return isObject(error) ? stringOf(error.message) || stringOf(error.detail) : '';
}

/**
 * Reads the JSON in a result that Hermes wraps, as a page, a search or another server wrote it: between the first line
 * and the last, behind a paragraph of advice to the model. Hermes changes such lines within, so the outermost pair is
 * the only one (agent/tool_dispatch_helpers.py of 0.22.2).
 */
function unwrap(text: string): { readonly source: string; readonly text: string } | null {
  const first = WRAPPER.exec(text);
  const end = text.length - TABLE.wrapper.last.length;
  if (!first || end < first[0].length || !text.endsWith(TABLE.wrapper.last)) return null;
  const inner = text.slice(first[0].length, end);
  const advice = inner.indexOf('\n\n');
  return { source: first[1] ?? '', text: advice < 0 ? inner : inner.slice(advice + 2) };
}

function textOf(part: unknown): string {
  return isObject(part) ? stringOf(part.text) : '';
}
