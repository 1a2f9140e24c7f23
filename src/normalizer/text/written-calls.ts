import { stringOf } from '../dialects/fields.ts';
import { isObject, parseJson } from '../json/json-edit.ts';
import { CALL_FORMS, type CallForm } from './call-forms.ts';

/** A tool call that a model wrote into its text. */
export interface WrittenCall {
  /** The beginning of it. */
  readonly text: string;
  /** Where it begins, in UTF-16 units. */
  readonly at: number;
  /** The models that write calls in this way; null if any may. */
  readonly model: string | null;
}

/** UTF-16 units of a text that are searched. */
export const MAX_TEXT = 262_144;
/** Most JSON values of a text that are read, and UTF-16 units of one. */
const MAX_VALUES = 256;
export const MAX_VALUE = 65_536;
/** UTF-16 units of a finding that are shown. */
export const MAX_SHOWN = 300;
/** Most code blocks that are searched. */
const MAX_FENCES = 16;

/** Calls of tools that are known by name, and up to where they reach. `NAME` is a tool's. */
const NAMED: readonly { readonly pattern: string; readonly to: 'json' | 'line' | 'paragraph' }[] = [
  // A name before its arguments, which are JSON.
  {
    pattern: String.raw`(?<![\w."'/-])(?:NAME)[^\w{}]{0,12}(?:(?:with )?(?:\w{1,20} )?(?:arguments?|args|parameters?|params|input|json|code|content)\b[^\w{}]{0,12}(?:json\b)?)?\s{0,3}\{\s*(?:"[^"\n]{1,60}"\s*:|\})`,
    to: 'json',
  },
  // Those of a function, on a line of its own.
  {
    pattern: String.raw`^[ \t]*(?:[\w* ]{0,20}(?:call|tool|action)s?\**: *)?(?:\p{Extended_Pictographic}\ufe0f? )?(?:print\()?(?:NAME)\((?:\{\s*"|\w+ ?= ?["'\d[{TF])[^\n]{0,2000}\)[ \t]{0,9}$`,
    to: 'line',
  },
  { pattern: String.raw`<(?:NAME)>[^]{1,4000}?</(?:NAME)>`, to: 'json' },
  {
    pattern: String.raw`^[ \t]*\p{Extended_Pictographic}\ufe0f? (?:NAME)(?:: "|\.\.\.|\()`,
    to: 'line',
  },
  {
    pattern: String.raw`^[ \t]*(?:tool|name|function|action): ?(?:NAME) ?\n(?:arguments?|args|parameters?|params|input): ?\n? {1,9}\w{1,60}:`,
    to: 'paragraph',
  },
];
/**
 * Function calls where nothing else is written, or of the package in which models find their tools.
 */
const FUNCTIONS =
  /^\s*\w{2,}\((?:\w+ ?= ?[^()\n]*)?\)\s*$|(?<![^\n])[ \t]*\[(?:\w{2,}\((?:\w+ ?= ?[^()\n]*)?\)(?:, *)?)+\][ \t]*(?![^\n])|(?<![\w.])(?:default_api|functions)\.\w+\((?:\w+ ?=(?![=>])|\{\s*")/i;
/** A call in JSON that is cut off. */
const CUT =
  /\{\s*"(?:name|tool|tool_name|function)"\s*:\s*"([A-Za-z_][\w.:/-]{0,63})"\s*,\s*"(?:arguments|parameters|args|params|input|tool_input)"\s*:\s*[{"]/y;

const NAME_KEYS = [
  'name',
  'function',
  'tool',
  'tool_name',
  'toolName',
  'action',
  'function_name',
  'recipient_name',
];
const NAMES_IT = /^(?:tool|action|tool_name|function)$/;
/** What tools are given most. */
const ARGUMENT = /^(?:command|cmd|path|file_path|query|url|code|content|pattern|text)$/;
const ARGUMENT_KEYS =
  /^(?:arguments|parameters|args|params|input|kwargs|(?:tool|action|function)_?(?:input|args|params|parameters|arguments))$/i;
/** What else a call may contain. */
const BESIDE =
  /^(?:id|type|index|role|content|(?:tool_)?call_id|tool_use_id|thoughts?|thinking|reasoning|explanation)$/;

/** Languages of code blocks that are calls. */
const CALL_FENCE = /^(?:tool_(?:code|calls?|use)|function_calls?|tool|call)$/;

/** Closed reasoning before the reply: Qwen and DeepSeek, Mistral, Gemma, gpt-oss. */
const THOUGHTS =
  /^\s*(?:<think(?:ing)?>[^]*?<\/think(?:ing)?>|\[THINK\][^]*?\[\/THINK\]|<\|channel>[^]*?<channel\|>|<\|channel\|>analysis<\|message\|>[^]*?<\|end\|>)/;

/** What is known of the reply besides its text. */
interface CallFacts {
  /**
   * The text is reasoning: what stands in it may only be thought of, unless it ends with a call in
   * tokens or tags.
   */
  readonly strict?: boolean;
  /** The reply has real calls, too: its server takes calls out of the text. */
  readonly hasCalls?: boolean;
  /**
   * Somebody looks for what went wrong, so what may be either is a call; a page accuses nobody of
   * it.
   */
  readonly isSuspected?: boolean;
}

/**
 * Finds a tool call in a text. Nothing in the words of a text tells a call from an explanation of
 * one, in any language: "I look." and "So it looks." may both stand before it. So it counts by its
 * form, its tool and its place:
 *
 * - in tokens or tags of a model, if it is the whole reply, or several are, or if one line is
 *   before it and nothing ends it;
 * - of a tool that is known, in any form but plain code, if it is the whole reply;
 * - of a tool that is known, in tokens or tags, behind one line: if it follows that at once or on
 *   the next line, as models are trained to write it (who shows something leaves a line empty);
 * - in tokens that are glued to one sentence;
 * - of a reply in which somebody looks for a fault: in any form, if the reply begins with it, and
 *   in tokens or tags at its end, behind one line that is a sentence, or, of a tool that is known,
 *   before a made result.
 *
 * Calls in the ways of several models are compared. Reasoning before it, and labels of formats, are
 * not counted as words. What stands in code, quotes or tables only shows.
 * @param tools names of those that the request offers, or that its agent has
 * @returns the first call; null if there is none
 */
export function findWrittenCall(
  text: string,
  tools: readonly string[] = [],
  { strict = false, hasCalls = false, isSuspected = false }: CallFacts = {},
): WrittenCall | null {
  const said = text.slice(0, MAX_TEXT).replace(THOUGHTS, blank);
  const words = wordsOf(tools);
  const { prose, fences } = withoutCode(said);
  const forms = formsIn(prose, said);
  const others =
    strict || words === null
      ? []
      : [...callsIn(prose, words), ...callsInFences(said, fences, words)];
  const found = outermost(said, [...forms, ...others]);
  if (areCompared(found)) return null;
  const around = aroundOf(said, prose, found);
  const made = found.find((call) => isMade(call, around, words, { strict, hasCalls, isSuspected }));
  if (!made) return null;
  return { at: made.at, text: said.slice(made.at, made.at + MAX_SHOWN), model: made.model };
}

/** Returns whether calls are in the ways of several models: each writes its own. */
function areCompared(found: readonly Found[]): boolean {
  const own = found.filter(({ kind }) => kind === 'tokens' || kind === 'tags');
  return new Set(own.flatMap(({ model }) => model ?? [])).size > 1;
}

/** @returns a text with code, quotes and tables blanked out, at the same length */
export function proseOf(text: string): string {
  return withoutCode(text).prose;
}

/** Names of tools that are known. */
interface Words {
  readonly known: RegExp;
  /** The same names as a part of patterns. */
  readonly names: string;
}

/** @returns null if there is none */
function wordsOf(tools: readonly string[]): Words | null {
  const names = tools
    .filter((name) => /^[\w.:-]+$/.test(name))
    .map((name) => name.replaceAll('.', '\\.'))
    .join('|');
  return names === '' ? null : { known: new RegExp(`^(?:functions\\.)?(?:${names})$`), names };
}

/** What looks like a call, as [at, to). */
interface Found {
  readonly at: number;
  readonly to: number;
  readonly kind: CallForm['kind'] | 'json';
  readonly model: string | null;
  /** The tool; '' if it is not known. */
  readonly name: string;
  /** Nothing ends it. */
  readonly isOpen?: boolean;
  /** What the tool is said to have answered stands behind it. */
  readonly hasResult?: boolean;
  /** See `CallForm`. */
  readonly isCommon?: boolean;
  /** It is in a form in which calls are written, and not only names a tool that is known. */
  readonly isForm?: boolean;
}

/** Most calls of one form that are examined. */
const MAX_FOUND = 32;

/**
 * @returns those that are no part of another, in the order of the text, with the labels before them
 */
function outermost(text: string, found: readonly Found[]): readonly Found[] {
  const kept: Found[] = [];
  for (const one of found.toSorted((a, b) => a.at - b.at || b.to - a.to)) {
    const end = kept.at(-1)?.to ?? 0;
    if (one.at >= end) kept.push({ ...one, at: Math.max(end, withLabel(text, one.at)) });
  }
  return kept;
}

/**
 * @returns where the label before a call begins, on its line or the last one; where the call does
 * if there is none
 */
function withLabel(text: string, at: number): number {
  const near = text.slice(Math.max(0, at - 100), at);
  const label = near.slice(near.trimEnd().lastIndexOf('\n') + 1);
  const rest = label.replace(TAGS, '').replace(LABELS, '');
  return /[\w]/.test(label) && !/[\p{L}\p{N}]/u.test(rest) ? at - label.length : at;
}

/** @param text the same with its code */
function formsIn(prose: string, text: string): Found[] {
  return CALL_FORMS.flatMap((form) => {
    if (form.kind === 'json') return [];
    const found: Found[] = [];
    const pattern = new RegExp(form.pattern, `${form.pattern.flags}g`);
    for (let match = pattern.exec(prose); match; match = pattern.exec(prose)) {
      const from = match.index + match[0].length;
      const to = behindTags(text, endOf(form, text, from));
      const name =
        match.slice(1).find((group) => group) ??
        nameIn(prose.slice(from, Math.min(to, from + 500)));
      const isOpen = form.close !== undefined && !form.close.test(text.slice(from, to));
      const hasResult = RESULT.test(text.slice(to, to + 40));
      const { kind, model, isCommon } = form;
      found.push({
        at: match.index,
        to,
        kind,
        model,
        name,
        isOpen,
        isCommon,
        hasResult,
        isForm: true,
      });
      if (found.length === MAX_FOUND) break;
      pattern.lastIndex = Math.max(to, from, match.index + 1);
    }
    return found;
  });
}

/**
 * @param from where its beginning ends
 * @returns where a call ends
 */
function endOf({ close, kind }: CallForm, text: string, from: number): number {
  if (close) {
    const search = new RegExp(close, 'g');
    search.lastIndex = from;
    const match = search.exec(text);
    if (match) return match.index + match[0].length;
  }
  const near = text.slice(from, from + 200);
  const json = from + (/^\s{0,9}(?:<[^<>\n]{1,40}>\s{0,9}){0,3}/.exec(near)?.[0].length ?? 0);
  if (text[json] === '{' || text[json] === '[') {
    const length = lengthOfJson(text, json);
    // Without an end it is cut off.
    return length > 0 ? json + length : text.length;
  }
  if (kind === 'tags' && /^\s{0,9}<[a-z]|^>?\n/i.test(near)) return text.length;
  return kind === 'told' || /^\s{0,9}[<(]/.test(near) ? endOfLine(text, from) : from;
}

/**
 * @returns the end of closing tags and of tokens at a place, before the token with which another
 * call begins
 */
function behindTags(text: string, at: number): number {
  const tags =
    /(?:\s{0,9}(?:<\/[\w:.-]{1,40}>|<[|｜](?![^\n|｜<>]{0,40}(?:begin|start|prefix|START))[^\n|｜<>]{1,40}[|｜]>))*/y;
  tags.lastIndex = at;
  return at + (tags.exec(text)?.[0].length ?? 0);
}

function endOfLine(text: string, from: number): number {
  const lineFeed = text.indexOf('\n', from);
  return lineFeed === -1 ? text.length : lineFeed;
}

/** @returns the name in the JSON of a call; '' if there is none */
function nameIn(json: string): string {
  return (
    /["'](?:name|tool|tool_name|toolName|function|function_name|action|recipient_name)["']\s{0,3}:\s{0,3}["'](?:functions\.)?([\w.:/-]{1,64})["']/.exec(
      json,
    )?.[1] ?? ''
  );
}

function callsIn(prose: string, words: Words): Found[] {
  const found: Found[] = [];
  const { rest, calls } = withoutJson(prose, words.known);
  function take(at: number, length: number, kind: Found['kind'], name = ''): void {
    const text = prose.slice(at, at + Math.min(length, 500));
    found.push({
      at,
      to: at + length,
      kind,
      model: null,
      name: name || nameIn(text) || (new RegExp(words.names).exec(text)?.[0] ?? ''),
    });
  }
  for (const { at, length } of calls) take(at, length, 'json');
  for (const { pattern, to } of NAMED) {
    const match = new RegExp(pattern.replaceAll('NAME', words.names), 'imu').exec(rest);
    if (!match) continue;
    const end = match.index + match[0].length;
    const open = match.index + match[0].indexOf('{');
    const length = open < match.index ? 0 : lengthOfJson(prose, open);
    if (to === 'line') take(match.index, endOfLine(prose, end) - match.index, 'told');
    else if (to === 'paragraph') {
      const gap = prose.indexOf('\n\n', end);
      take(match.index, (gap === -1 ? prose.length : gap) - match.index, 'told');
    } else take(match.index, Math.max(end, open + length) - match.index, 'told');
  }
  const match = FUNCTIONS.exec(rest);
  if (match)
    take(
      match.index,
      endOfLine(prose, match.index + match[0].length) - match.index,
      'told',
      calledIn(match[0]),
    );
  return found;
}

/** @returns the name before the first parenthesis that has one */
function calledIn(text: string): string {
  return /(?<!\w)(\w+)\(/.exec(text)?.[1] ?? '';
}

/**
 * Calls in code blocks: of a language for calls, or behind the name of a tool. Others only show
 * something, also where one is the whole reply. Command R writes "Action:" before its block.
 */
function callsInFences(text: string, fences: readonly Fence[], words: Words): Found[] {
  return fences.slice(0, MAX_FENCES).flatMap(({ from, to, language, body, start }): Found[] => {
    const before = text.slice(Math.max(0, from - 200), from);
    const label = new RegExp(`(?:^|\\n)\\W{0,9}(${words.names})\\W{0,9}$`).exec(before);
    const at = label ? from - label[0].trimStart().length : from;
    const [, said = ''] = label ?? [];
    if (label && /^\s*\{/.test(body)) return [{ at, to, kind: 'told', model: null, name: said }];
    const isForCalls = CALL_FENCE.test(language) || text.slice(from, start).startsWith('Action:');
    if (!isForCalls) return [];
    const [first] = callsIn(body, words);
    const name = first?.name ?? calledIn(body);
    return name === '' ? [] : [{ at: from, to, kind: 'told', model: null, name }];
  });
}

/** A text without its calls. */
interface Around {
  readonly text: string;
  /** Without tags and tokens, too. */
  readonly plain: string;
  /** Where its first word begins, and where its last one ends. */
  readonly first: number;
  readonly last: number;
}

/** What the tool is said to have answered. */
const RESULT = /^\s{0,9}<(?:tool|function)_(?:response|result)s?>/;
const RESULTS =
  /<(?:tool|function)_(?:response|result)s?>[^]*?<\/(?:tool|function)_(?:response|result)s?>/g;
/** Tags and tokens. */
const TAGS = /<\/?[\w:.-]{1,40}>|<\|[^\n|<>]{1,40}\|>|<｜[^\n<>]{1,40}｜>|\[\/?[A-Z_]{4,20}\]/g;
/**
 * What formats write beside calls; "count" and "court" are what is left of Claude's opening tag.
 */
const LABELS =
  /^(?:assistant|thought|Observation:|count|court)[ \t]*$|\b(?:tools?|functions?|action|args)(?:[_ ]calls?)?\b[:.]?/gim;

function aroundOf(text: string, prose: string, found: readonly Found[]): Around {
  const parts: string[] = [];
  let at = 0;
  for (const one of found) {
    parts.push(text.slice(at, one.at), blank(text.slice(one.at, one.to)));
    at = one.to;
  }
  const rest = (parts.join('') + text.slice(at)).replace(RESULTS, blank);
  const plain = rest.replace(TAGS, blank);
  const words = plain.replace(LABELS, blank);
  const first = words.search(/[\p{L}\p{N}]/u);
  let last = words.length;
  while (last > 0 && !/[\p{L}\p{N}]/u.test(words.charAt(last - 1))) last--;
  return {
    text: rest,
    plain,
    first: first === -1 ? Infinity : first,
    last: first === -1 ? -1 : last,
  };
}

/** Returns whether somebody makes a call there, and does not only show it. */
function isMade(call: Found, around: Around, words: Words | null, facts: CallFacts): boolean {
  const { at, to, kind, name, isOpen = false, isCommon = false, hasResult = false } = call;
  const { isForm = false } = call;
  const isKnown = words?.known.test(name) === true;
  const isOwn = kind === 'tokens' || kind === 'tags';
  const [hasBefore, hasBehind] = [around.first < at, around.last > to];
  if (facts.isSuspected && isForm && !isCommon && !hasBefore && /\w/.test(name)) return true;
  if (!isKnown && (!isOwn || isCommon)) return false;
  if (!hasBefore && !hasBehind) return true;
  if (!isOwn || facts.hasCalls || !/\w/.test(name)) return false;
  const before = around.text.slice(0, at).trimStart();
  if (before.trimEnd().includes('\n') && !facts.strict) return false;
  // Who shows a whole round writes the same.
  if (hasBehind) return facts.isSuspected === true && isKnown && hasResult;
  if (isOpen) return true;
  if (facts.isSuspected && ANNOUNCED.test(before)) return true;
  if (!isKnown) return kind === 'tokens' && GLUED.test(before);
  return facts.strict === true || (kind === 'tokens' ? AT_ONCE : NEXT_LINE).test(before);
}

/**
 * How the words end that a call follows: at once, or on the next line, as the templates of Qwen and
 * Hermes have it.
 */
const AT_ONCE = /[\p{L}\p{N}]$|[.!?…。！？।؟۔]\n?$/u;
const NEXT_LINE = /[.!?…。！？।؟۔]\n?$/;
/** A sentence with nothing behind it: whoever shows tokens puts something between the two. */
const GLUED = /[.!?…。！？।؟۔]$/;
/** A sentence, and whatever space behind it. */
const ANNOUNCED = /[.!?…。！？।؟۔]\s*$/;

/** A code block. */
interface Fence {
  readonly mark: string;
  readonly language: string;
  readonly from: number;
  readonly start: number;
  readonly to: number;
  readonly body: string;
}

/** Blanks out code, quotes and tables, which only show something, at the same length. */
function withoutCode(text: string): { readonly prose: string; readonly fences: readonly Fence[] } {
  const fences: Fence[] = [];
  const prose: string[] = [];
  let open: Fence | null = null;
  /** What the last lines were: prose, an empty line behind it, or indented code. */
  let last = '';
  let at = 0;
  for (const line of text.split('\n')) {
    const from = at;
    at += line.length + 1;
    const [, mark = '', language = ''] =
      /^(?:Action:)?[ \t]{0,20}(`{3,}(?!`)|~{3,}(?!~))([^`]*)$/.exec(line) ?? [];
    const isCode: boolean = (last === 'gap' || last === 'code') && /^(?: {4}|\t)/.test(line);
    if (open) {
      if (mark.startsWith(open.mark) && language.trim() === '') {
        fences.push({ ...open, to: at - 1, body: text.slice(open.start, from) });
        open = null;
      }
      prose.push(blank(line));
      continue;
    }
    if (mark !== '')
      open = {
        mark,
        language: language.trim(),
        from,
        start: at,
        to: text.length,
        body: text.slice(at),
      };
    else if (line.trim() !== '') last = isCode ? 'code' : 'prose';
    else if (last === 'prose') last = 'gap';
    prose.push(mark !== '' || isCode || /^(?:> |\|.*\|[ \t]*$)/.test(line) ? blank(line) : line);
  }
  if (open) fences.push(open);
  return { prose: withoutSpans(prose.join('\n')), fences };
}

/** Blanks out code spans: what is between two equal runs of backticks in one paragraph. */
function withoutSpans(text: string): string {
  const runs = [...text.matchAll(/`+|\n[ \t]*\n/g)];
  const closing = new Map<number, number>();
  const next = new Map<string, number>();
  for (const { 0: run, index } of runs.toReversed()) {
    if (run.startsWith('\n')) next.clear();
    else {
      closing.set(index, next.get(run) ?? -1);
      next.set(run, index);
    }
  }
  const parts: string[] = [];
  let at = 0;
  for (const { 0: run, index } of runs) {
    const end = closing.get(index) ?? -1;
    if (index < at || end === -1) continue;
    parts.push(text.slice(at, index), blank(text.slice(index, end + run.length)));
    at = end + run.length;
  }
  return parts.join('') + text.slice(at);
}

function blank(code: string): string {
  return code.replace(/[^\n]/g, ' ');
}

interface Range {
  readonly at: number;
  readonly length: number;
}

/** @returns the JSON values that are calls, and the text with all JSON blanked out */
function withoutJson(
  prose: string,
  known: RegExp,
): { readonly rest: string; readonly calls: readonly Range[] } {
  const calls: Range[] = [];
  let rest = prose;
  let at = prose.search(/[[{]/);
  for (let i = 0; at !== -1 && i < MAX_VALUES; i++) {
    const length = lengthOfJson(prose, at);
    const value = length > 0 ? parseJson(prose.slice(at, at + length)) : undefined;
    const isAlone =
      value !== undefined &&
      prose.slice(0, at).trim() === '' &&
      prose.slice(at + length).trim() === '';
    if (value !== undefined && !isQuoted(prose, at, length) && holdsCall(value, known, isAlone))
      calls.push({ at, length });
    if (length === 0 && isCutCall(prose, at)) calls.push({ at, length: prose.length - at });
    const to = value === undefined ? at + 1 : at + length;
    // The arguments behind a name stay.
    if (value !== undefined && !/[\w"'`*:>\])(]\s{0,3}$/.test(prose.slice(Math.max(0, at - 4), at)))
      rest = rest.slice(0, at) + blank(rest.slice(at, to)) + rest.slice(to);
    const next = prose.slice(to, to + MAX_TEXT).search(/[[{]/);
    at = next === -1 ? -1 : to + next;
  }
  return { rest, calls };
}

/** Returns whether JSON is the text of a program, such as what `curl -d` sends. */
function isQuoted(prose: string, at: number, length: number): boolean {
  return prose[at - 1] === "'" && prose[at + length] === "'";
}

/** Returns whether a call begins here that the text does not end. */
function isCutCall(prose: string, at: number): boolean {
  CUT.lastIndex = at;
  return CUT.test(prose) && /(?:^|\n)[ \t]*$/.test(prose.slice(Math.max(0, at - 20), at));
}

/**
 * @returns the length of an object or array up to its closing bracket; 0 if it is too long or not
 * closed
 */
export function lengthOfJson(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < Math.min(text.length, from + MAX_VALUE); at++) {
    const char = text[at];
    if (char === '"') {
      const string = /"(?:[^"\\]|\\.)*"/sy;
      string.lastIndex = at;
      if (!string.test(text)) return 0;
      at = string.lastIndex - 1;
    } else if (char === '{' || char === '[') depth++;
    else if ((char === '}' || char === ']') && --depth === 0) return at + 1 - from;
  }
  return 0;
}

/**
 * Returns whether a JSON value is a call of a known tool, or contains one.
 * @param isAlone it is all of the text
 */
function holdsCall(value: unknown, known: RegExp, isAlone: boolean, depth = 0): boolean {
  if (depth > 4) return false;
  if (Array.isArray(value))
    return value.slice(0, 20).some((one) => holdsCall(one, known, false, depth + 1));
  if (!isObject(value)) return false;
  if (isCall(value, known, isAlone)) return true;
  return Object.values(value).some((one) => holdsCall(one, known, false, depth + 1));
}

function isCall(json: Record<string, unknown>, known: RegExp, isAlone: boolean): boolean {
  const [first = '', second = '', ...more] = Object.keys(json);
  // The name as the key of the arguments, or among them.
  if (isAlone && second === '' && known.test(first) && isObject(json[first])) return true;
  if (
    isAlone &&
    more.length < 2 &&
    NAMES_IT.test(first) &&
    known.test(stringOf(json[first])) &&
    ARGUMENT.test(second)
  )
    return true;
  const parts = partsOfCall(json);
  if (!parts) return false;
  const { name, argumentKey, said, given } = parts;
  const isText = typeof said === 'string' && argumentKey.endsWith('_input');
  if (!isText && (!isObject(given) || isSchema(given))) return false;
  return known.test(name) && typeof json.description !== 'string';
}

/**
 * @returns the name and the arguments of a call in JSON, as said and parsed, and whether nothing
 * else is in it
 */
export function partsOfCall(json: Record<string, unknown>) {
  const nameKey = NAME_KEYS.find((key) => typeof json[key] === 'string');
  const argumentKey = Object.keys(json).find((key) => ARGUMENT_KEYS.test(key));
  if (nameKey === undefined || argumentKey === undefined) return null;
  const said = json[argumentKey];
  const given = typeof said === 'string' && /^\s*\{/.test(said) ? parseJson(said) : said;
  const isBare = Object.keys(json).every(
    (key) => key === nameKey || key === argumentKey || BESIDE.test(key),
  );
  return { name: String(json[nameKey]), argumentKey, said, given, isBare };
}

/** Returns whether an object describes arguments, and has none. */
function isSchema(json: Record<string, unknown>): boolean {
  if (isObject(json.properties) || json.type === 'object' || '$schema' in json) return true;
  const values = Object.values(json);
  if (
    values.length > 0 &&
    values.every((value) =>
      /^(?:string|number|integer|boolean|object|array|any)$/.test(stringOf(value)),
    )
  )
    return true;
  return (
    values.length > 0 &&
    values.every(
      (value) => isObject(value) && (typeof value.type === 'string' || 'description' in value),
    )
  );
}

const TOKENS =
  /<\|(?:im_(?:start|end)|eot_id|eom_id|end_of_text|begin_of_text|start_header_id|end_header_id|endoftext|end|start|message|return|channel|constrain|assistant|user|system)\|>|<(?:end|start)_of_turn>|\[\/INST\]|<｜end▁of▁sentence｜>/g;

/**
 * @returns where a control token of a model is that leaked into a text; -1 if there is none, or it
 * is only mentioned
 */
export function findToken(text: string): number {
  const whole = text.slice(0, MAX_TEXT);
  const { prose } = withoutCode(whole);
  const calls = formsIn(prose, whole);
  for (const { 0: token, index } of prose.matchAll(TOKENS)) {
    // It is a part of a call that somebody shows.
    if (calls.some(({ at, to }) => index >= at && index < to)) continue;
    // A mention is a word among words; who mentions one talks about the others, too.
    const isBehindWords =
      /[\s"'(\u201c\u2018«:=]/.test(prose[index - 1] ?? '\n') &&
      !/^\s*$/.test(lineBefore(prose, index));
    const isBeforeWords = /^[ \t]+[\p{L}\p{N}]/u.test(
      prose.slice(index + token.length, index + token.length + 20),
    );
    if (isBehindWords || isBeforeWords) return -1;
    return index;
  }
  return -1;
}

function lineBefore(text: string, at: number): string {
  return text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
}
