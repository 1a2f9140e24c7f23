import { isObject, parseJson, rawAt } from '../normalizer/json/json-edit.ts';
import { lengthOfJson, partsOfCall } from '../normalizer/text/written-calls.ts';

/** A whole call, as a model wrote it. */
export interface ReadCall {
  readonly name: string;
  /** JSON text, or what was written for each parameter, whose type only the schema of the tool tells. */
  readonly given: string | readonly (readonly [name: string, value: string])[];
  /** All of it, but for the tags around calls. */
  readonly written: string;
}

/** How the first call of a text begins, and how it does if the text is nothing but JSON, without blanks. */
const OPENINGS =
  '<tool_call> <function= <|python_tag|> <|tool_calls_section_begin|> <minimax:tool_call> <|tool_call>call:'.split(
    ' ',
  );
const JSON_OPENINGS = ['{"name":"', '{"type":"function"'];
const MAX_BLANKS = 50;

/** Tags around calls. */
const AROUND =
  /(?:\s|<\/?(?:minimax:)?tool_call>|<\|tool_calls_section_(?:begin|end)\|>|<\|python_tag\|>)*/y;
/** Calls of Kimi and Gemma. */
const WITH_JSON =
  /(?:<\|tool_call_begin\|>\s{0,9}functions\.([\w.-]+):\d{1,9}\s{0,9}<\|tool_call_argument_begin\|>|<\|tool_call>call:([\w.-]+)(?=\{))([^]*?)<(?:\|tool_call_end\||tool_call\|)>/y;
/** Heads of calls of Qwen3-Coder, MiniMax and GLM, their parameters, and their ends. */
const HEAD =
  /<function=([\w.-]+)>|<invoke name="([\w.-]+)">|([\w.-]+)(?=\s{0,9}<(?:arg_key|\/tool_call)>)/y;
const PARAMETER =
  /\s*(?:<parameter=([^<>]+)>(\n?)|<parameter name="([^"<>]+)">|<arg_key>([^<>]+)<\/arg_key>\s{0,9}<arg_value>)([^]*?)<\/(?:parameter|arg_value)>/y;
const END = /\s*(?:<\/function>|<\/invoke>|(?=<\/tool_call>))/y;
/** What may become another call. */
const BEGUN = /^(?:\{|<[\w|/]|<?$|[\w.-]{1,64}\s{0,9}(?:<|$))/;

/**
 * @param isFirst nothing is before the text: it may be JSON
 * @returns where the first call may begin, perhaps with a part of its tag; -1 if nowhere
 */
export function findOpening(text: string, from: number, isFirst: boolean): number {
  const first = text.length - text.slice(from).trimStart().length;
  const head = text.slice(first, first + MAX_BLANKS).replace(/\s/g, '');
  if (isFirst && JSON_OPENINGS.some((one) => one.startsWith(head.slice(0, one.length))))
    return first;
  const found = OPENINGS.map((tag) => text.indexOf(tag, from)).filter((at) => at !== -1);
  const last = text.lastIndexOf('<');
  if (last >= from && OPENINGS.some((tag) => tag.startsWith(text.slice(last)))) found.push(last);
  return found.length > 0 ? Math.min(...found) : -1;
}

/**
 * @param at where they begin
 * @returns the calls one behind the other, the end of the first one, and whether the text ends with them, continues with
 * what may become another one, or goes on
 */
export function readCalls(text: string, at: number) {
  const calls: ReadCall[] = [];
  let around = '';
  let firstEnd = at;
  for (let next = at; ;) {
    const [tags = ''] = matchAt(AROUND, text, next) ?? [];
    around += tags;
    next += tags.length;
    const call =
      text[next] === '{'
        ? readJson(text, next)
        : (readWithJson(text, next) ?? readParameters(text, next));
    if (!call) {
      const rest = text.slice(next);
      const isClosed =
        around.split(/<(?:minimax:)?tool|_begin/).length <= around.split(/<\/|_end/).length;
      return {
        calls,
        firstEnd,
        behind: rest === '' && isClosed ? 'end' : BEGUN.test(rest) ? 'call' : 'text',
      } as const;
    }
    next += call.written.length;
    if (calls.push(call) === 1) firstEnd = next;
  }
}

function readJson(text: string, at: number): ReadCall | null {
  const written = text.slice(at, at + lengthOfJson(text, at));
  const json = parseJson(written);
  const parts = isObject(json) ? partsOfCall(json) : null;
  if (!parts?.isBare || !isObject(parts.given)) return null;
  const { name, said, argumentKey } = parts;
  return {
    name,
    given: typeof said === 'string' ? said : (rawAt(written, [argumentKey]) ?? ''),
    written,
  };
}

function readWithJson(text: string, at: number): ReadCall | null {
  const [written = '', kimi, gemma, body = ''] = matchAt(WITH_JSON, text, at) ?? [];
  const given = [body.trim(), fromGemma(body)].find((json) => isObject(parseJson(json)));
  return given === undefined ? null : { name: kimi ?? gemma ?? '', given, written };
}

/** @returns JSON for a text of Gemma, in which keys have no quotes, and strings stand between tokens */
function fromGemma(body: string): string {
  const parts = body.split('<|"|>');
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
