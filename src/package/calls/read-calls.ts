import { isObject, parseJson, rawAt } from '../../normalizer/json/json-edit.ts';
import { CALL_FORMS } from '../../normalizer/text/call-forms.ts';
import { lengthOfJson, partsOfCall } from '../../normalizer/text/written-calls.ts';

/** A whole call, as a model wrote it. */
export interface ReadCall {
  readonly name: string;
  /**
   * JSON text, or what was written for each parameter, whose type only the schema of the tool
   * tells.
   */
  readonly given: string | readonly (readonly [name: string, value: string])[];
  /** All of it, but for the tags around calls. */
  readonly written: string;
}

/**
 * How the first call of a text begins, and how it does if the text is nothing but JSON, without
 * blanks.
 */
const OPENINGS = CALL_FORMS.filter(({ kind }) => kind !== 'json').flatMap(
  ({ opens = [] }) => opens,
);
const JSON_OPENINGS = ['{"name":"', '{"type":"function"', '[{"name":"', '[{"type":"function"'];
/** UTF-16 units that tell. */
const MAX_HEAD = 50;

const BAR = '[|｜]';
/** Tags and tokens around calls. */
const AROUND = new RegExp(
  [
    String.raw`\s`,
    String.raw`</?(?:minimax:|seed:)?(?:tool_calls?|TOOLCALL|function_calls?)>`,
    String.raw`<\|/?(?:tool_calls_section_(?:begin|end)|python_(?:tag|start|end)|tool_calls?|START_ACTION|END_ACTION)\|>`,
    String.raw`<\|(?:action_start|plugin|action_end|tool_call_start|tool_call_end|tools_prefix|tools_suffix|eot_id|eom_id|im_end|return)\|>`,
    String.raw`<｜(?:tool▁calls▁begin|tool▁calls▁end|end▁of▁sentence)｜>`,
    String.raw`</?${BAR}DSML${BAR}(?:function|tool)_calls>`,
    String.raw`\[TOOL_CALLS\](?=\s*[[{])`,
    String.raw`functools(?=\[)`,
  ]
    .map((part) => `(?:${part})`)
    .join('|')
    .replace(/^(.*)$/s, '(?:$1)*'),
  'y',
);
/** Calls of Kimi and Gemma. */
const WITH_JSON =
  /(?:<\|tool_call_begin\|>\s{0,9}(?:functions\.)?([\w.-]+):\d{1,9}\s{0,9}<\|tool_call_argument_begin\|>|<(?:\|tool_call|start_function_call)>call:([\w.-]+)(?=\{))([^]*?)<(?:\|tool_call_end\||tool_call\||end_function_call)>/y;
/** Heads before JSON, with the name of the tool, and what stands behind it. */
const NAMED: readonly { readonly head: RegExp; readonly end: RegExp }[] = [
  // Mistral
  {
    head: /\[TOOL_CALLS\]\s{0,9}([\w.-]+)(?:\[CALL_ID\]\w{1,64})?(?:\[ARGS\])?\s{0,9}(?=\{)/y,
    end: /(?:)/y,
  },
  // DeepSeek V3, R1 and V3.1
  {
    head: /<｜tool▁call▁begin｜>(?:function<｜tool▁sep｜>)?([\w.-]+)(?:<｜tool▁sep｜>)?\s{0,9}(?:```json\s{1,3})?(?=\{)/y,
    end: /\s{0,9}(?:```)?\s{0,9}<｜tool▁call▁end｜>/y,
  },
  // gpt-oss
  {
    head: /(?:<\|start\|>assistant)?<\|channel\|>commentary to=functions\.([\w.-]+)\s{0,3}(?:<\|constrain\|>)?(?:json)?\s{0,3}<\|message\|>(?=\{)/y,
    end: /<\|call\|>|(?![^])/y,
  },
  {
    head: /(?:<\|start\|>assistant)? ?to=functions\.([\w.-]+)<\|channel\|>commentary\s{0,3}(?:<\|constrain\|>)?(?:json)?\s{0,3}<\|message\|>(?=\{)/y,
    end: /<\|call\|>|(?![^])/y,
  },
  // Llama 3.1
  { head: /<function=([\w.-]+)>\s{0,9}(?=\{)/y, end: /\s{0,9}<\/function>/y },
  // Functionary
  { head: />>>([\w.]+)\n(?=\{)/y, end: /(?:)/y },
  // Qwen 2
  { head: /✿FUNCTION✿: ?([\w.-]+)\s{1,9}✿ARGS✿: ?(?=\{)/y, end: /(?:)/y },
];
/**
 * Heads of calls of Qwen3-Coder, MiniMax, DeepSeek V3.2 and GLM, their parameters, and their ends.
 */
const HEAD =
  /<function=([\w.-]+)>|<(?:[|｜]DSML[|｜])?invoke name="([\w.-]+)">|([\w.-]+)(?=\s{0,9}<(?:arg_key|\/tool_call)>)/y;
const PARAMETER =
  /\s*(?:<parameter=([^<>]+)>(\n?)|<(?:[|｜]DSML[|｜])?parameter name="([^"<>]+)"(?: string="(?:true|false)")?>|<arg_key>([^<>]+)<\/arg_key>\s{0,9}<arg_value>)([^]*?)<\/(?:[|｜]DSML[|｜])?(?:parameter|arg_value)>/y;
const END = /\s*(?:<\/function>|<\/(?:[|｜]DSML[|｜])?invoke>|(?=<\/tool_call>))/y;
/** A call in Python, and one of its arguments. */
const PYTHON = /(\w+)\(/y;
const ARGUMENT =
  /\s*(\w+)\s*=\s*("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|-?\d+(?:\.\d+)?|True|False|None)\s*(?:,|(?=\)))/y;
/** What may become another call. */
const BEGUN = /^(?:\{|\[|<[\w|/｜]|<?$|[\w.-]{1,64}\s{0,9}(?:<|$))/;

/**
 * Returns whether a text begins with a call; `perhaps` if it is shorter than the tag with which one
 * begins.
 */
export function mayBeginCall(text: string): 'yes' | 'no' | 'perhaps' {
  const head = text.slice(0, MAX_HEAD).replace(/\s/g, '');
  if (OPENINGS.some((tag) => text.startsWith(tag))) return 'yes';
  if (JSON_OPENINGS.some((one) => head.startsWith(one))) return 'yes';
  if (text.length > MAX_HEAD) return 'no';
  const isCut =
    OPENINGS.some((tag) => tag.startsWith(text)) ||
    JSON_OPENINGS.some((one) => one.startsWith(head));
  return isCut ? 'perhaps' : 'no';
}

/**
 * @param at where they begin
 * @returns the calls one behind the other, the end of the first one, and whether the text ends with
 * them, continues with what may become another one, or goes on
 */
export function readCalls(text: string, at: number) {
  const calls: ReadCall[] = [];
  let around = '';
  let firstEnd = at;
  for (let next = at; ;) {
    const [tags = ''] = matchAt(AROUND, text, next) ?? [];
    around += tags;
    next += tags.length;
    const read = readAt(text, next, around);
    if (!read) {
      const rest = text.slice(next);
      const isClosed =
        around.split(/<(?:minimax:|seed:)?(?:tool|TOOL|function)|_begin/).length <=
        around.split(/<\/|_end/).length;
      return {
        calls,
        firstEnd,
        behind: rest === '' && isClosed ? 'end' : BEGUN.test(rest) ? 'call' : 'text',
      } as const;
    }
    next = read.to;
    if (calls.length === 0) firstEnd = next;
    calls.push(...read.calls);
  }
}

interface Read {
  readonly calls: readonly ReadCall[];
  readonly to: number;
}

/** @param around the tags before it. @returns the calls that begin there; null if there is none */
function readAt(text: string, at: number, around: string): Read | null {
  const list = text[at] === '[' ? (readList(text, at, around) ?? readPython(text, at)) : null;
  if (list) return list;
  const call =
    text[at] === '{'
      ? readJson(text, at)
      : (readWithJson(text, at) ?? readNamed(text, at) ?? readParameters(text, at));
  return call && { calls: [call], to: at + call.written.length };
}

function readJson(text: string, at: number): ReadCall | null {
  const written = text.slice(at, at + lengthOfJson(text, at));
  return callOf(written, [], parseJson(written));
}

/** @param path of the call in the JSON text `written` */
function callOf(
  written: string,
  path: readonly (string | number)[],
  json: unknown,
): ReadCall | null {
  if (!isObject(json)) return null;
  const { function: inner } = json;
  if (json.type === 'function' && isObject(inner))
    return callOf(written, [...path, 'function'], inner);
  const parts = partsOfCall(json);
  if (!parts?.isBare || !isObject(parts.given)) return null;
  const { name, said, argumentKey } = parts;
  const given = typeof said === 'string' ? said : (rawAt(written, [...path, argumentKey]) ?? '');
  return { name, given, written };
}

/** Reads a list of calls: in JSON, or as Apertus has them, by their names. */
function readList(text: string, at: number, around: string): Read | null {
  const written = text.slice(at, at + lengthOfJson(text, at));
  const list = parseJson(written);
  if (!Array.isArray(list) || list.length === 0) return null;
  const isByName = around.includes('<|tools_prefix|>');
  const calls = (list as readonly unknown[]).map((one, i) => {
    const [name = '', ...more] = isObject(one) ? Object.keys(one) : [];
    return isByName && more.length === 0
      ? { name, given: rawAt(written, [i, name]) ?? '', written }
      : callOf(written, [i], one);
  });
  return calls.every((call) => call !== null) ? { calls, to: at + written.length } : null;
}

/** Reads calls as in Python, in a list: Llama 3.2 and 4, LFM2. */
function readPython(text: string, at: number): Read | null {
  const calls: ReadCall[] = [];
  for (let next = at + 1; ;) {
    next += /^\s*/.exec(text.slice(next, next + 20))?.[0].length ?? 0;
    const head = matchAt(PYTHON, text, next);
    if (!head) return null;
    const begin = next;
    next += head[0].length;
    const given: Record<string, unknown> = {};
    for (let match = matchAt(ARGUMENT, text, next); match; match = matchAt(ARGUMENT, text, next)) {
      const [all, name = '', value = ''] = match;
      if (name in given) return null;
      given[name] = valueOf(value);
      next += all.length;
    }
    if (text[next] !== ')') return null;
    next++;
    calls.push({
      name: head[1] ?? '',
      given: JSON.stringify(given),
      written: text.slice(begin, next),
    });
    const [separator = ''] = /^\s*[,\]]/.exec(text.slice(next, next + 20)) ?? [];
    next += separator.length;
    if (separator.endsWith(']')) return { calls, to: next };
    if (separator === '') return null;
  }
}

/** @returns the value of a literal of Python */
function valueOf(literal: string): unknown {
  if (literal.startsWith("'")) {
    const inside = literal
      .slice(1, -1)
      .replace(/\\'/g, "'")
      .replace(/(?<!\\)"/g, '\\"');
    return parseJson(`"${inside}"`) ?? inside;
  }
  const words: Readonly<Record<string, unknown>> = { True: true, False: false, None: null };
  return literal in words ? words[literal] : parseJson(literal);
}

function readWithJson(text: string, at: number): ReadCall | null {
  const [written = '', kimi, gemma, body = ''] = matchAt(WITH_JSON, text, at) ?? [];
  const given = [body.trim(), fromGemma(body)].find((json) => isObject(parseJson(json)));
  return given === undefined ? null : { name: kimi ?? gemma ?? '', given, written };
}

function readNamed(text: string, at: number): ReadCall | null {
  for (const { head, end } of NAMED) {
    const match = matchAt(head, text, at);
    if (!match) continue;
    const from = at + match[0].length;
    const to = from + lengthOfJson(text, from);
    const behind = to > from ? matchAt(end, text, to) : null;
    if (behind)
      return {
        name: match[1] ?? '',
        given: text.slice(from, to),
        written: text.slice(at, to + behind[0].length),
      };
  }
  return null;
}

/**
 * @returns JSON for a text of Gemma, in which keys have no quotes, and strings stand between tokens
 */
function fromGemma(body: string): string {
  const parts = body.split(/<\|"\|>|<escape>/);
  const json = parts.map((part, i) =>
    i % 2 === 1
      ? JSON.stringify(part)
      : part.replace(/([{,]\s{0,9})([\w.$-]+)\s{0,9}:/g, '$1"$2":'),
  );
  return json.join('');
}

function readParameters(text: string, at: number): ReadCall | null {
  const head = matchAt(HEAD, text, at);
  if (!head) return null;
  const given = new Map<string, string>();
  let next = at + head[0].length;
  for (let match = matchAt(PARAMETER, text, next); match; match = matchAt(PARAMETER, text, next)) {
    const [all, coder, lineFeed = '', miniMax, glm, value = ''] = match;
    const name = coder ?? miniMax ?? glm ?? '';
    if (given.has(name)) return null;
    given.set(name, lineFeed === '' ? value : value.replace(/\n$/, ''));
    next += all.length;
  }
  const end = matchAt(END, text, next);
  const name = head[1] ?? head[2] ?? head[3] ?? '';
  return end && { name, given: [...given], written: text.slice(at, next + end[0].length) };
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
