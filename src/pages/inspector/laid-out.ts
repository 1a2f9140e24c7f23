/** Deeper values get no further indent: a page may nest thousands. */
const DEEPEST = 32;
/** What precedes JSON on its line: the field of an event, or the type of a socket packet. */
const BEFORE_JSON = /^(?:\w+: ?|[\w/,-]*)$/;
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/**
 * Formats JSON in a frame with one value per line. Only blanks between its tokens change, so numbers, escapes and
 * duplicate keys stay as they were sent.
 * @param text a frame, or a whole body
 * @returns the same text if it contains no JSON, or incomplete JSON
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
