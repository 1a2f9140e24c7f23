/** Deeper values are not indented any further: a page may nest thousands. */
const DEEPEST = 32;
/** What comes before JSON on its line: the field of an event, or the type of a socket packet. */
const BEFORE_JSON = /^(?:\w+: ?|[\w/,-]*)$/;
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/**
 * JSON in a frame with a line for each of its values. Only blanks between its tokens change, so that numbers, escapes and
 * keys that come twice stay as they were sent.
 * @param text a frame, or a whole body
 * @returns the same text where none of it is JSON, or where part of the JSON is missing
 */
export function laidOut(text: string): string {
  if (isJson(text)) return layOut(text);
  return text.split('\n').map(laidOutLine).join('\n');
}

function laidOutLine(line: string): string {
  const start = line.search(/[{[]/);
  if (start < 0 || !BEFORE_JSON.test(line.slice(0, start))) return line;
  const json = line.slice(start);
  return isJson(json) ? line.slice(0, start) + layOut(json) : line;
}

/** Whether it is an object or a list. */
function isJson(text: string): boolean {
  if (!/^\s*[{[]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function layOut(json: string): string {
  let depth = 0;
  let last = '';
  let out = '';

  function newLine(): void {
    out += `\n${'  '.repeat(Math.min(depth, DEEPEST))}`;
  }

  for (const [token] of json.matchAll(TOKEN)) {
    const closes = token === '}' || token === ']';
    if (closes) depth--;
    const isEmpty = closes && (last === '{' || last === '[');
    if ((closes && !isEmpty) || last === ',' || (!closes && (last === '{' || last === '['))) newLine();
    out += token === ':' ? ': ' : token;
    if (token === '{' || token === '[') depth++;
    last = token;
  }
  return out;
}
