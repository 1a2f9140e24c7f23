import { latin1 } from './latin1.ts';

/** Separates what `curl -v` reports of a connection from what came over it. */
export interface Chatter {
  /** The response headers in it, as `curl -i` writes them; '' if there were none. */
  readonly headers: string;
  readonly body: Iterable<Uint8Array>;
}

/** Lines that only curl writes, at the beginning of a recording. */
const OPENING =
  /^(?:\* {1,3}(?:Trying|Connected to|Host |Uses proxy|Rebuilt URL|Could not resolve|Connection #|Established connection|Added |Using HTTP|\[HTTP)|> (?:GET|POST|PUT|HEAD) \S+ HTTP\/|< HTTP\/\d|  % Total +% Received)/m;

/** `* `, `> `, `< `, `{ [5 bytes data]`, and the numbers of its progress meter. */
const LINE =
  /^(?:[*<>](?: .*)?|[{}] \[\d+ bytes data\]|  % Total .*|  ?[ \d]{1,3} [\dkMG. ]{5}.*--:--.*| +Dload +Upload .*)\r?$/;

/** UTF-16 units of the longest line examined: curl's lines are short, and those of a body may have any length. */
const MAX_LINE = 16_384;

/** @param start the first bytes of a recording */
export function isChatter(start: Uint8Array): boolean {
  return OPENING.test(latin1(start.subarray(0, 4096)));
}

/** @param pieces of a recording that begins with chatter */
export function splitChatter(pieces: Iterable<Uint8Array>): Chatter {
  const lines: string[] = [];
  const body = withoutChatter(pieces, (line) => {
    if (line.startsWith('<') && lines.length < 1000) lines.push(line.slice(2).trimEnd());
  })[Symbol.iterator]();
  // The headers come before the first byte of the body.
  const first = body.next();
  return { headers: lines.length > 0 ? lines.join('\r\n').trimEnd() + '\r\n\r\n' : '', body: continued(first, body) };
}

function* continued(first: IteratorResult<Uint8Array>, rest: Iterator<Uint8Array>): Generator<Uint8Array> {
  for (let next = first; !next.done; next = rest.next()) yield next.value;
}

/**
 * Yields everything but curl's lines. Maps each byte to one character (TextDecoder's latin1 is Windows-1252), so that
 * none is lost.
 */
function* withoutChatter(pieces: Iterable<Uint8Array>, onLine: (line: string) => void): Generator<Uint8Array> {
  /** An incomplete line, from its beginning. */
  let held = '';
  /** In the middle of a line that is not curl's. */
  let passing = false;

  function kept(line: string): boolean {
    if (passing || line.length > MAX_LINE || !LINE.test(line)) return true;
    onLine(line);
    return false;
  }

  for (const piece of pieces) {
    const text = held + Buffer.from(piece.buffer, piece.byteOffset, piece.length).toString('latin1');
    let out = '';
    let at = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', at)) {
      if (kept(text.slice(at, end))) out += text.slice(at, end + 1);
      passing = false;
      at = end + 1;
    }
    held = text.slice(at);
    if (passing || held.length > MAX_LINE || !/^(?:$|[*<>{} ])/.test(held)) {
      passing ||= held !== '';
      out += held;
      held = '';
    }
    if (out !== '') yield Buffer.from(out, 'latin1');
  }
  if (held !== '' && kept(held)) yield Buffer.from(held, 'latin1');
}
