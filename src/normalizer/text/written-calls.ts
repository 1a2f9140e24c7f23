import { stringOf } from '../dialects/fields.ts';
import { isObject, parseJson } from '../json/json-edit.ts';

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

/** Tools of Hermes, and of agents whose tools people know by name; ordinary words are left out. */
const KNOWN =
  'terminal|process|web_(?:search|extract|fetch)|session_search|read_file|write_(?:to_)?file|patch|search_files|list_files|list_directory|execute_(?:code|command|bash|python|ipython_cell)|delegate_task|mixture_of_agents|skill_(?:view|manage)|skills_list|cronjob|clarify|todo|memory|browser_\\w+|vision_analyze|image_generate|text_to_speech|send_message|ha_\\w+|kanban_\\w+|run_(?:command|shell|terminal_cmd|python)|bash|python|str_replace_(?:based_edit_tool|editor)|StrReplace|apply_(?:diff|patch)|attempt_completion|ask_followup_question|use_mcp_tool|get_(?:current_)?weather';

/** What models write around a call when no parser of the server recognises it. Nothing else contains these. */
const WRAPPINGS: readonly { readonly model: string | null; readonly pattern: RegExp }[] = [
  { model: 'DeepSeek', pattern: /<[|｜‖]{1,2}\s?DSML\s?[|｜‖]{1,2}|<｜tool▁calls?▁begin｜>/ },
  { model: 'Qwen3-Coder', pattern: /<function=[\w.-]+>/ },
  { model: 'MiniMax', pattern: /<minimax:tool_call>/ },
  { model: 'GLM', pattern: /<tool_call>\s*[\w.-]+\s*<arg_key>/ },
  { model: 'Hermes, Qwen', pattern: /<tool_call>\s*(?:\{|[\w.-]+\s*[({])/ },
  { model: 'Mistral', pattern: /\[TOOL_CALLS?\]\s*(?:[[{]|\w[\w.-]*\s*(?:\{|\[))/ },
  { model: 'Llama 3', pattern: /<\|python_tag\|>\s*(?:\{|\w[\w.]*\s*\()/ },
  {
    model: 'Kimi',
    pattern:
      /<\|tool_calls?_(?:section_)?begin\|>|(?<![\w./])functions\.[\w-]+:\d+\s*(?:<\||\{)|<\|open\|>(?:tools|call)/,
  },
  {
    model: 'gpt-oss',
    pattern:
      /<\|channel\|>\s{0,3}commentary\s{1,3}to=|(?<!\w)to=(?:functions\.)?[\w.]+\s{0,3}(?:(?:json|code)\s{0,3})?(?:<\||\{)/,
  },
  { model: 'Claude', pattern: /<(?:\w+:)?invoke name="/ },
  { model: 'Gemma, Phi, Granite', pattern: /<\|tool_call(?:\|>|>)/ },
  { model: 'Command R', pattern: /<\|START_ACTION\|>/ },
  // A name and the arguments in tags, a closing tag alone, and a block of Open WebUI.
  {
    model: null,
    pattern:
      /<?\b(?:invoke|function|(?:use_)?tool|tool_call|tool_use|function_call|call) (?:\w+="[^"\n]*" )*name="[\w.:-]+"[^>\n]*>/,
  },
  {
    model: null,
    pattern:
      /<(?:tool_use|tool_call|function_call)>\s{0,9}(?:<(?:tool_)?name>|[\w.-]{1,60}\s{0,9}<\/)/,
  },
  {
    model: null,
    pattern: /^[ \t]*<\/(?:\w+:)?(?:invoke|tool_calls?|function_calls?|tool_use)>[ \t]*$/m,
  },
  { model: null, pattern: /(?<=[^\s`])<\/(?:invoke|tool_calls?|function_calls?)>\s{0,9}(?![^])/ },
  // A dictionary of Python.
  {
    model: null,
    pattern:
      /\{\s{0,9}'(?:name|tool|tool_name|function)': ?'[\w.:-]{1,64}',\s{0,9}'(?:arguments|parameters|args|params|input)': ?\{/,
  },
  { model: null, pattern: /<details type="tool_calls"/ },
  // Told, in brackets or line by line.
  {
    model: null,
    pattern:
      /^[ \t]*\[(?:calling tool|(?:historical )?tool[ _]call|using tool|tool use):? +["'`]?[\w.:-]+/im,
  },
  { model: null, pattern: /^Action: *[\w.-]+ *\n+Action Input:/m },
  { model: null, pattern: /^Tool: *[\w.-]+ *\nInput: *\{/m },
  {
    model: null,
    pattern: /\bcalling tool: \*\*[\w.-]+\*\*|\bcall(?:ing tool)?: ?[\w.-]+[^\n{]{0,30}\{/i,
  },
];

/** A name before its arguments, which are JSON, or those of a function on a line of its own. `NAME` is a tool's. */
const NAMED: readonly string[] = [
  String.raw`(?<![\w."'/-])(?:NAME)[^\w{}]{0,12}(?:(?:with )?(?:\w{1,20} )?(?:arguments?|args|parameters?|params|input|json|code|content)\b[^\w{}]{0,12}(?:json\b)?)?\s{0,3}\{\s*(?:"[^"\n]{1,60}"\s*:|\})`,
  String.raw`^[ \t]*(?:[\w* ]{0,20}(?:call|tool|action)s?\**: *)?(?:print\()?(?:NAME)\((?:\{\s*"|\w+ ?= ?["'\d[{TF])[^\n]{0,2000}\)[ \t]{0,9}$`,
  String.raw`<(?:NAME)>[^]{1,4000}?</(?:NAME)>`,
  String.raw`^[ \t]*\p{Extended_Pictographic}\ufe0f? (?:NAME)(?:: "|\.\.\.|\()`,
  String.raw`^[ \t]*(?:tool|name|function|action): ?(?:NAME) ?\n(?:arguments?|args|parameters?|params|input): ?\n? {1,9}\w{1,60}:`,
];
/** Function calls of any name, where nothing else is written, or of the package in which models find their tools. */
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

/** Words of somebody who explains: before, in the same or the last paragraph, and directly behind. */
const EXPLAINS =
  /\b(?:example|e\.g|instance|such as|like (?:this|so)|looks? like|formats?|syntax|schema|template|tokens?|tags?|definition|defin(?:es?|ed)|writes?|emits?|uses|marks?|means?|called|called with|config\w*|settings|wraps?|body|contain|should answer|if (?:the|a) model|responses?|documentation|parses?|stop sequence|says?|shows?|log|ends a|between|begins?)\b/i;
const EXPLAINED =
  /^[^\w\n]*(?:(?:this|that|which|it) )?(?:is|are|means?|marks?|denotes?|stands?|tells|would|should|can|ends|begins|starts|before|and|or|as|in my|in the)\b/i;
/** Words of somebody who is about to act. */
const ACTS = /\b(?:I(?:'ll| will| am|'m| need| should)|let me|let's)\b/i;
const CALL_FENCE = /^(?:tool_(?:code|calls?|use)|function_calls?|tool|call)$/;

/**
 * Finds a tool call in a text by what it is: the name of a tool beside its arguments, in any wrapping. Definitions,
 * configurations, code, and explanations of calls are none.
 * @param tools names of tools that are offered, besides those that are widely known
 * @param strict finds only what contains tokens or tags of calls, for a text that may talk about tools
 * @returns the first call; null if there is none
 */
export function findWrittenCall(
  text: string,
  tools: readonly string[] = [],
  strict = false,
): WrittenCall | null {
  const whole = text.length > MAX_TEXT ? text.slice(0, MAX_TEXT) : text;
  const names = [
    KNOWN,
    ...tools.filter((name) => /^[\w.:-]+$/.test(name)).map((name) => name.replaceAll('.', '\\.')),
  ].join('|');
  const lone = /^\s*(`{1,2})([^`\n]+)\1\s*$/.exec(whole)?.[2];
  return findIn(lone ?? whole, new RegExp(`^(?:functions\\.)?(?:${names})$`), names, strict);
}

/** @returns a text with code, quotes and tables blanked out, at the same length */
export function proseOf(text: string): string {
  return withoutCode(text).prose;
}

function findIn(text: string, known: RegExp, names: string, strict: boolean): WrittenCall | null {
  const { prose, fences } = withoutCode(text);
  const found: WrittenCall[] = [];
  function take(at: number, length: number, model: string | null): void {
    if (isExplained(prose, at, at + length)) return;
    found.push({ at, text: text.slice(at, at + MAX_SHOWN), model });
  }

  for (const { model, pattern } of WRAPPINGS) {
    if (strict && model === null) continue;
    const match = pattern.exec(prose);
    if (match) take(match.index, match[0].length, model);
  }
  if (strict) return first(found);
  const { rest, calls } = withoutJson(prose, known);
  for (const { at, length } of calls) take(at, length, null);
  for (const source of NAMED) {
    const match = new RegExp(source.replaceAll('NAME', names), 'imu').exec(rest);
    if (match) take(match.index, match[0].length, null);
  }
  const match = FUNCTIONS.exec(rest);
  if (match) take(match.index, match[0].length, null);
  const end = text.trimEnd().length;
  const telling = fences.filter(({ to, language }) => to >= end || CALL_FENCE.test(language));
  for (const fence of telling.slice(0, MAX_FENCES)) {
    const call = findInFence(text, fence, known, names);
    if (call) found.push(call);
  }
  return first(found);
}

function first(found: readonly WrittenCall[]): WrittenCall | null {
  const [one = null, ...more] = found;
  return more.reduce((best, call) => (best && best.at <= call.at ? best : call), one);
}

/** A code block. */
interface Fence {
  readonly mark: string;
  readonly language: string;
  readonly from: number;
  readonly start: number;
  readonly to: number;
  readonly body: string;
}

/** A call in a code block is one if nothing else is said, or only that it is about to be made. */
function findInFence(
  text: string,
  { from, language, body }: Fence,
  known: RegExp,
  names: string,
): WrittenCall | null {
  const before = text.slice(Math.max(0, from - 500), from).trim();
  // A name, and its arguments in a block.
  if (new RegExp(`(?:^|\\n)\\W{0,9}(?:${names})\\W{0,9}$`).test(before) && /^\s*\{/.test(body))
    return { at: from, text: text.slice(from, from + MAX_SHOWN), model: null };
  const isQuiet =
    before === '' ||
    /(?:^|\n)\W{0,9}(?:action|tool(?:[ _]call)?|function[ _]call)\W{0,9}$/i.test(before) ||
    (ACTS.test(before) && !EXPLAINS.test(lastParagraph(before)));
  const shown = { at: from, text: text.slice(from, from + MAX_SHOWN), model: null };
  if (CALL_FENCE.test(language))
    return body.trim() !== '' && !EXPLAINS.test(lastParagraph(before)) ? shown : null;
  if (!isQuiet || !/^(?:json|xml|python|py|)$/.test(language)) return null;
  return findIn(body, known, names, false) ? shown : null;
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
      /^[ \t]{0,20}(`{3,}(?!`)|~{3,}(?!~))([^`]*)$/.exec(line) ?? [];
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
    const isApart = isAlone || endsLine(prose, at, length);
    if (
      value !== undefined &&
      !isQuoted(prose, at, length) &&
      holdsCall(value, known, isApart, isAlone)
    )
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

/** Returns whether JSON begins a line, or ends one. */
function endsLine(prose: string, at: number, length: number): boolean {
  return (
    /(?:^|\n)[ \t]*$/.test(prose.slice(Math.max(0, at - 20), at)) ||
    /^[ \t]*(?:\n|$|<)/.test(prose.slice(at + length, at + length + 20))
  );
}

/** @returns the length of an object or array up to its closing bracket; 0 if it is too long or not closed */
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
 * Returns whether a JSON value is a call, or contains one.
 * @param isApart it stands apart from other text: a tool nobody knows may be called there
 * @param isAlone it is all of the text
 */
function holdsCall(
  value: unknown,
  known: RegExp,
  isApart: boolean,
  isAlone: boolean,
  depth = 0,
): boolean {
  if (depth > 4) return false;
  if (Array.isArray(value))
    return value.slice(0, 20).some((one) => holdsCall(one, known, isApart, false, depth + 1));
  if (!isObject(value)) return false;
  if (isCall(value, known, isApart, isAlone)) return true;
  // Deep inside of something else, only a known tool tells.
  return Object.entries(value).some(([key, one]) =>
    holdsCall(one, known, isApart && CALLS.test(key), false, depth + 1),
  );
}

/** Keys under which calls are. */
const CALLS = /^(?:function|(?:function|tool)_(?:calls?|use)|calls?)$/;

function isCall(
  json: Record<string, unknown>,
  known: RegExp,
  isApart: boolean,
  isAlone: boolean,
): boolean {
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
  const { name, argumentKey, said, given, isBare } = parts;
  const isText = typeof said === 'string' && argumentKey.endsWith('_input');
  if (!isText && (!isObject(given) || isSchema(given))) return false;
  if (!/^[A-Za-z_][\w.:/-]{0,63}$/.test(name) || typeof json.description === 'string') return false;
  if (known.test(name)) return isBare || isApart;
  // Other things have names and parameters, too: of one word, mostly.
  const isTelling =
    argumentKey === 'arguments' ||
    /^(?:function|tool)/.test(stringOf(json.type)) ||
    /[a-z\d](?:[_.:]|[A-Z])\w/.test(name);
  return isBare && isApart && isTelling && !/-/.test(name);
}

/** @returns the name and the arguments of a call in JSON, as said and parsed, and whether nothing else is in it */
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

/** Returns whether somebody explains what stands at a place in a text. */
function isExplained(prose: string, from: number, to: number): boolean {
  const line = prose.slice(prose.lastIndexOf('\n', from - 1) + 1, from);
  const behind = prose.slice(to, to + 80);
  if (EXPLAINS.test(line) && !ACTS.test(line)) return true;
  if (/\S/.test(line) && EXPLAINED.test(behind.split('\n', 1)[0] ?? '') && !/[:.!]\s*$/.test(line))
    return true;
  if (
    EXPLAINED.test(behind.replace(/^(?:<\/\w+>)+/, '').split('\n', 1)[0] ?? '') &&
    /^[^\n]/.test(behind)
  )
    return true;
  const before = prose.slice(Math.max(0, from - 500), from);
  return (
    /\S/.test(before) && EXPLAINS.test(lastParagraph(before)) && !ACTS.test(lastParagraph(before))
  );
}

/** @returns the end of a text: the paragraph in progress, or the last one */
function lastParagraph(before: string): string {
  const [last = ''] = before
    .trimEnd()
    .split(/\n[ \t]*\n/)
    .slice(-1);
  return last.slice(-300).replaceAll(/<[^<>]*>/g, '');
}

const TOKENS =
  /<\|(?:im_(?:start|end)|eot_id|eom_id|end_of_text|begin_of_text|start_header_id|end_header_id|endoftext|end|start|message|return|channel|constrain|assistant|user|system)\|>|<(?:end|start)_of_turn>|\[\/INST\]|<｜end▁of▁sentence｜>/g;

/** @returns where a control token of a model is that leaked into a text; -1 if there is none, or it is only mentioned */
export function findToken(text: string): number {
  const { prose } = withoutCode(text.slice(0, MAX_TEXT));
  for (const { 0: token, index } of prose.matchAll(TOKENS)) {
    // A mention is a word among words.
    const isMentioned =
      /[\s"'(\u201c\u2018«:=]/.test(prose[index - 1] ?? '\n') &&
      !/^\s*$/.test(lineBefore(prose, index));
    if (!isMentioned && !isExplained(prose, index, index + token.length)) return index;
  }
  return -1;
}

function lineBefore(text: string, at: number): string {
  return text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
}
