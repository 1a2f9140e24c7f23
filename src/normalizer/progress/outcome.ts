import { arrayOf, stringOf } from '../dialects/fields.ts';
import { isObject, parseJson } from '../json/json-edit.ts';
import HERMES_TOOLS from '../tables/hermes-tools.json' with { type: 'json' };
import TABLE from '../tables/outcomes.json' with { type: 'json' };
import type { Outcome, Parts, Receipt } from './progress-types.ts';

/** What the result of a tool says of its call. */
export interface Result {
  readonly phase: Outcome;
  readonly receipt: Receipt;
  /** The name of the form in the table by which it was judged; '' if it has none. */
  readonly form: string;
}

/**
 * One requirement of a form: that a value under one of these keys, or of keys with these names, is
 * so.
 */
interface Condition {
  /** Keys as they are spelled. */
  readonly keys?: readonly string[];
  /** Keys in any spelling: `error_code` is also `errorCode` and `Error-Code`. */
  readonly names?: readonly string[];
  /** Keys whose words, between underscores, match this pattern. */
  readonly like?: string;
  /** What the words of such a key must not match. */
  readonly but?: string;
  /** Keys that no recorded success has. */
  readonly others?: true;
  /** The key of the object in which to look; undefined: the result itself. */
  readonly in?: string;
  readonly is: keyof typeof TESTS;
  /** For `one-of`: in small letters, with underscores. */
  readonly words?: readonly string[];
  /** For `matches` and `says`: what means the same in JavaScript and Python. */
  readonly pattern?: string;
}

/**
 * A form of results, the first that fits decides. The companion (stream_fixer_companion.py) judges
 * by the same table, so neither language has forms of its own.
 */
interface Form {
  readonly name: string;
  readonly verdict: Outcome;
  /** Only of these tools; undefined: of any. */
  readonly tools?: readonly string[];
  /** Only of tools that are not Hermes' own, whose results and words are known. */
  readonly foreign?: boolean;
  /** Only in the agent's own words: a page or another server may have written what is wrapped. */
  readonly own?: boolean;
  /** What it means of an object within the result; undefined: that its outcome is not known. */
  readonly inner?: 'failed';
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
  readonly worked: readonly Condition[];
}

/** A JSON object, and its values by the names of their keys. */
interface Fields {
  readonly json: Readonly<Record<string, unknown>>;
  readonly named: ReadonlyMap<string, readonly unknown[]>;
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
const ADVICE = new RegExp(TABLE.wrapper.advice);
const FIELDS = new Set(TABLE.fields);
const OWN_TOOLS = new Set(HERMES_TOOLS);
const NOTES = new RegExp(TABLE.notes);

const { lucky, unlucky, negations, beginnings, yes, no } = TABLE.words;
const UNLUCKY = `(?:${unlucky.join('|')})`;
const ANYWHERE = new RegExp(`_${UNLUCKY}_`);
const FIRST = new RegExp(`^_${UNLUCKY}_`);
/**
 * What failed in the first words of a sentence, or a sentence that begins so: "Command failed with
 * exit code 2".
 */
const COMPLAINT = new RegExp(
  `^_${UNLUCKY}_(?!(?:0|none)_)|^_(?:[^_]+_){0,4}failed_(?:with|to|because|due|after|at|for)_`,
);
const DOUBT = new RegExp(`^_(?:[^_]+_){0,5}${UNLUCKY}_`);
/** "no errors", which is no bad sign. */
const DENIED = new RegExp(`_(?:${negations.join('|')})_${UNLUCKY}(?=_)`, 'g');
const BEGINNING = new RegExp(`^_(?:${beginnings.join('|')})_`);
/** More words are a sentence, in which a word such as "error" can mean anything. */
const MOST_WORDS = 4;

const TESTS = {
  true: (value: unknown) => value === true,
  text: (value: unknown) => typeof value === 'string',
  number: (value: unknown) => typeof value === 'number',
  list: Array.isArray,
  zero: (value: unknown) => value === 0,
  filled: isFilled,
  empty: (value: unknown) => !isFilled(value),
  absent: (value: unknown) => value === undefined || value === null,
  matches: (value: unknown, { pattern = '' }: Condition) =>
    typeof value === 'string' && matches(pattern, value),
  says: (value: unknown, { pattern = '' }: Condition) =>
    typeof value === 'string' && matches(pattern, `_${plainWords(unquoted(value))}_`),
  complaint: (value: unknown) =>
    typeof value === 'string' && COMPLAINT.test(statusWords(unquoted(value))),
  doubt: (value: unknown) => typeof value === 'string' && DOUBT.test(statusWords(unquoted(value))),
  report: isReport,
  'one-of': (value: unknown, { words = [] }: Condition) => words.includes(plainWords(value)),
  yes: isYes,
  no: (value: unknown) => value === false || value === 0 || isNoWord(value) || isUnlucky(value),
  'no-yes': (value: unknown) => !isAbsent(value) && !isPositive(value),
  something: (value: unknown) => isFilled(value) && !isNoWord(value) && !isLucky(value),
  unlucky: isUnlucky,
  beginning: (value: unknown) => value === 202 || BEGINNING.test(`_${plainWords(value)}_`),
  doubtful: (value: unknown) => !isAbsent(value) && !isLucky(value),
  'bad-code': isBadCode,
  'no-zero': (value: unknown) => !isAbsent(value) && !isZero(value),
  'strange-number': (value: unknown) => typeof value === 'number' && value !== 0 && !isLucky(value),
} as const;

const patterns = new Map<string, RegExp>();

function matches(pattern: string, text: string): boolean {
  const known = patterns.get(pattern) ?? new RegExp(pattern);
  patterns.set(pattern, known);
  return known.test(text);
}

/**
 * Returns the words of a text in small letters, with underscores between them; '' for anything
 * else.
 */
function plainWords(value: unknown): string {
  return stringOf(value)
    .replace(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, '_')
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase())
    .replace(/[^a-z0-9\u0080-\uffff]+/g, '_')
    .replace(/^_|_$/g, '');
}

/** Names in a sentence are no words of it: "Skill 'failed-builds' deleted". */
function unquoted(text: string): string {
  return text.replace(/'[^'\n]*'|"[^"\n]*"/g, ' ');
}

/** The words of a status, without those that deny bad luck. */
function statusWords(value: unknown): string {
  return `_${plainWords(value)}_`.replace(DENIED, '');
}

/** A status that says that something failed: in its words, or as a status of HTTP. */
function isUnlucky(value: unknown): boolean {
  if (typeof value === 'number') return value >= 400 && value < 600;
  const words = statusWords(value);
  const isSentence = words.split('_').length - 2 > MOST_WORDS;
  return (isSentence ? FIRST : ANYWHERE).test(words) || /^_[45][0-9][0-9]_$/.test(words);
}

/** A status that is known to follow success. */
function isLucky(value: unknown): boolean {
  if (typeof value === 'number') return lucky.includes(String(value));
  const words = statusWords(value).slice(1, -1);
  if (lucky.includes(words)) return true;
  return words !== '' && words.split('_').every((word) => lucky.includes(word));
}

/**
 * An error with a name for its words or its kind, or a list of such, as servers put them under
 * `detail`.
 */
function isReport(value: unknown): boolean {
  const entries = Array.isArray(value) ? value : [value];
  return entries.some(
    (entry) =>
      isObject(entry) && TABLE.report_names.some((name) => isFilled(ownValue(entry, name))),
  );
}

function isYes(value: unknown): boolean {
  return value === true || yes.includes(plainWords(value));
}

function isPositive(value: unknown): boolean {
  return isYes(value) || (typeof value === 'number' && value !== 0) || isLucky(value);
}

function isNoWord(value: unknown): boolean {
  return no.includes(plainWords(value));
}

/** No value at all, or a blank text. */
function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && !isFilled(value));
}

/** Any value but null, false, 0, and what is blank or empty. */
function isFilled(value: unknown): boolean {
  if (typeof value === 'string') return /[^ \t\r\n]/.test(value);
  if (Array.isArray(value)) return value.length > 0;
  return isObject(value) ? Object.keys(value).length > 0 : Boolean(value);
}

/** An exit code of success, also as text. */
function isZero(value: unknown): boolean {
  return value === 0 || /^[ \t\r\n]*[+-]?0+(?:\.0*)?[ \t\r\n]*$/.test(stringOf(value));
}

/** An exit code of a failure: a number, or a text such as "1.0", "exit status 1" and "SIGKILL". */
function isBadCode(value: unknown): boolean {
  if (typeof value === 'number') return value !== 0;
  return /[1-9]/.test(stringOf(value)) || isUnlucky(value);
}

function meets({ json, named }: Fields, condition: Condition): boolean {
  const { keys = [], names = [], like, but, others = false, in: within, is } = condition;
  const test = TESTS[is];
  const holder = within === undefined ? json : ownValue(json, within);
  if (!isObject(holder)) return false;
  if (keys.some((key) => test(ownValue(holder, key), condition))) return true;
  if (names.some((name) => named.get(name)?.some((value) => test(value, condition)))) return true;
  if (like === undefined && !others) return false;
  return [...named].some(([name, values]) => {
    const isMeant = others
      ? !FIELDS.has(name)
      : matches(like ?? '', `_${name}_`) && !(but && matches(but, `_${name}_`));
    return isMeant && values.some((value) => test(value, condition));
  });
}

function fieldsOf(json: Readonly<Record<string, unknown>>): Fields {
  const named = new Map<string, unknown[]>();
  for (const [key, value] of Object.entries(json)) {
    const name = plainWords(key);
    const values = named.get(name);
    if (values) values.push(value);
    else named.set(name, [value]);
  }
  return { json, named };
}

function ownValue(json: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(json, key) ? json[key] : undefined;
}

/**
 * Reads the result that a tool returned to the agent. `ran` is said only of forms that were
 * recorded of calls that worked; of what no form fits, the outcome is `unknown`. The forms are
 * those of Hermes 0.16 to 0.22, recorded or read in its source
 * (test/companion/results/outcome-cases.json).
 * @param result a text, or a list of parts with texts, of any content and length
 * @param tool null if it is unknown: then forms of single tools do not count
 */
export function readResult(result: unknown, tool: string | null = null): Result {
  const text = withoutNotes(stringOf(result) || arrayOf(result).map(textOf).join(''));
  const wrapped = unwrap(text);
  if (!wrapped) return readText(text, tool || null, true);
  const read = readText(wrapped.text, tool || wrapped.source, false);
  // Hermes writes the advice: without it, another one wrote the wrapper.
  return read.phase === 'ran' && !wrapped.isAdvised
    ? { ...read, phase: 'unknown', form: '' }
    : read;
}

/**
 * Reads what became of a call in the result that its tool returned to the agent.
 * @returns `unknown` for a text without a known form, and for a text that was cut
 */
export function outcomeOf(result: unknown, tool: string | null = null): Outcome {
  return readResult(result, tool).phase;
}

/**
 * Returns a result without what Hermes writes behind it for the model: the rules of a folder, that
 * a call fails again and again, words of the person. No JSON has such a line, and of what is
 * wrapped the end may be behind it.
 */
function withoutNotes(text: string): string {
  const at = NOTES.exec(text)?.index;
  if (at === undefined) return text;
  const [head, { last }] = [text.slice(0, at), TABLE.wrapper];
  return WRAPPER.test(text) && !head.endsWith(last) ? head + last : head;
}

/** @param isOwn the words are the agent's */
function readText(text: string, tool: string | null, isOwn: boolean): Result {
  const json = levelsIn(text) > TABLE.levels ? undefined : parseJson(text);
  if (!isObject(json)) return readWords(text, isOwn);
  const fields = fieldsOf(json);
  const { verdict, name, parts, why = '' } = judge(fields, tool, isOwn);
  const exitCode = exitCodeIn(json);
  const error = isOwn ? errorIn(fields, verdict) || why : '';
  const output = stringOf(json.output);
  const hasForm = json.error !== undefined || json.exit_code !== undefined;
  const said = output || (hasForm && isOwn ? '' : text);
  const receipt: Receipt = {
    ...(exitCode !== null && { exitCode }),
    ...(error !== '' && { error }),
    ...(said !== '' && said !== error && { output: said }),
    ...(parts && { parts }),
  };
  return { phase: verdict, receipt, form: name };
}

/**
 * How deep the objects and lists of a JSON text lie in each other. It reads the text, so that both
 * languages count the same in one that Python cannot parse.
 */
function levelsIn(text: string): number {
  let most = 0;
  let level = 0;
  let isInText = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '\\') at++;
    else if (character === '"') isInText = !isInText;
    else if (isInText) continue;
    else if (character === '[' || character === '{') most = Math.max(most, ++level);
    else if (character === ']' || character === '}') level--;
  }
  return most;
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
  readonly parts?: Parts;
  /** Why a part failed, in the agent's words; '' if it does not say. */
  readonly why?: string;
}

function judge(fields: Fields, tool: string | null, isOwn: boolean): Judgement {
  const form = FORMS.find((form) => fits(form, fields, tool, isOwn));
  const judgement = form ?? { verdict: 'unknown', name: '' };
  const isOpen = judgement.verdict === 'ran' || judgement.verdict === 'unknown';
  if (!isOpen) return judgement;
  return (
    judgeParts(fields, tool, form?.verdict) ?? judgeInner(fields, tool, judgement) ?? judgement
  );
}

function fits(
  { tools, foreign = false, own = false, all }: Form,
  fields: Fields,
  tool: string | null,
  isOwn: boolean,
): boolean {
  if ((own && !isOwn) || (tools && (tool === null || !tools.includes(tool)))) return false;
  if (foreign && tool !== null && OWN_TOOLS.has(tool)) return false;
  return all.every((condition) => meets(fields, condition));
}

/**
 * @param whole what the result itself says
 * @returns null for a result without parts
 */
function judgeParts(
  { json }: Fields,
  tool: string | null,
  whole: Outcome | undefined,
): Judgement | null {
  const results = arrayOf(json.results);
  const entries = results.filter(isObject).map(fieldsOf);
  const form = entries.length > 0 ? partsForm(results, tool) : undefined;
  if (!form) return null;
  const failures = entries.filter((entry) => failureOf(entry));
  const worked = entries.filter(
    (entry) => !failureOf(entry) && form.worked.every((condition) => meets(entry, condition)),
  );
  const parts: Parts = {
    unit: form.unit,
    all: results.length,
    worked: worked.length,
    failed: failures.length,
  };
  const name = form.unit;
  const [first] = failures;
  if (first) return { verdict: 'failed', name, parts, why: errorIn(first, 'failed') };
  const isWhole = worked.length === results.length && whole !== 'unknown';
  return { verdict: isWhole ? form.verdict : 'unknown', name, parts };
}

function partsForm(results: readonly unknown[], tool: string | null): PartsForm | undefined {
  return PARTS.find(({ tools, index }) =>
    tool === null
      ? index !== '' &&
        results.every((entry) => isObject(entry) && typeof entry[index] === 'number')
      : tools.includes(tool),
  );
}

/**
 * What the objects one level below say: a server answers "success", and what it called has failed.
 * A list only counts beside a success, where it can be no list of a search.
 * @returns null if they say nothing
 */
function judgeInner(
  { named }: Fields,
  tool: string | null,
  { verdict, name }: Judgement,
): Judgement | null {
  if (tool !== null && TABLE.inner.listings.includes(tool)) return null;
  const values = TABLE.inner.names.flatMap((key) => named.get(key) ?? []);
  const entries = objectsOf(values, verdict === 'ran');
  const failures = entries.flatMap((entry) => {
    const form = failureOf(entry);
    return form ? [{ entry, form }] : [];
  });
  const certain = failures.find(({ form }) => form.inner === 'failed');
  if (certain) {
    const why = errorIn(certain.entry, 'failed');
    return { verdict: 'failed', name: certain.form.name, why };
  }
  const isDoubtful = failures.length > 0 || (verdict === 'ran' && hasFailureIn(entries));
  return isDoubtful ? { verdict: 'unknown', name } : null;
}

/** Objects among values, also those that are written as text. */
function objectsOf(values: readonly unknown[], alsoLists: boolean): Fields[] {
  return values
    .flatMap((value) => (alsoLists && Array.isArray(value) ? (value as unknown[]) : [value]))
    .map((value) => (typeof value === 'string' ? objectIn(value) : value))
    .filter(isObject)
    .map(fieldsOf);
}

function objectIn(text: string): unknown {
  const isJson = /^[ \t\r\n]*\{/.test(text) && levelsIn(text) <= TABLE.levels;
  return isJson ? parseJson(text) : undefined;
}

/**
 * Failures further within, such as those of one field of GraphQL: they may be facts, so they only
 * leave it open.
 */
function hasFailureIn(entries: readonly Fields[]): boolean {
  let level = entries;
  for (let depth = 1; depth < TABLE.inner.depth && level.length > 0; depth++) {
    // Of a long list, the first are enough: its cost is the server's.
    const within = level.flatMap(({ json }) => objectsOf(Object.values(json), true));
    level = within.slice(0, TABLE.inner.most);
    if (level.some(failureOf)) return true;
  }
  return false;
}

/** The form by which a part failed. */
function failureOf(entry: Fields): Form | undefined {
  return FORMS.find((form) => form.verdict === 'failed' && fits(form, entry, null, true));
}

/** Returns the words that say why a call did not work; '' if there are none. */
function errorIn({ named }: Fields, verdict: Outcome): string {
  const names = verdict === 'failed' ? [...TABLE.error_names, 'message'] : TABLE.error_names;
  const words = names.flatMap((name) => named.get(name) ?? []).map(wordsIn);
  return words.find((text) => text !== '') ?? '';
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

interface Wrapped {
  readonly source: string;
  readonly text: string;
  /** Before it stands the paragraph of advice to the model. */
  readonly isAdvised: boolean;
}

/**
 * Reads the JSON in a result that Hermes wraps, as a page, a search or another server wrote it:
 * between the first line and the last, behind a paragraph of advice to the model. Hermes changes
 * such lines within, so the outermost pair is the only one (agent/tool_dispatch_helpers.py of
 * 0.22.2).
 */
function unwrap(text: string): Wrapped | null {
  const first = WRAPPER.exec(text);
  const end = text.length - TABLE.wrapper.last.length;
  if (!first || end < first[0].length || !text.endsWith(TABLE.wrapper.last)) return null;
  const inner = text.slice(first[0].length, end);
  const [advice = ''] = ADVICE.exec(inner) ?? [];
  return {
    source: first[1] ?? '',
    text: inner.slice(advice.length),
    isAdvised: advice !== '',
  };
}

function textOf(part: unknown): string {
  return isObject(part) ? stringOf(part.text) : '';
}
