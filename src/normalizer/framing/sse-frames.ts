import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { unwrapValue, wrapValue, type FrameFields, type Framing } from './framing.ts';
import { parseJson } from '../json/json-edit.ts';

/**
 * Creates the framing of one stream of server-sent events (WHATWG HTML 9.2): frames end with a
 * blank line; lines end with LF, CR or CRLF. eventsource-parser reads the fields, which is lossy by
 * design; boundaries and bytes are kept here.
 * @returns the framing of one stream
 */
export function createSseFraming(): Framing {
  let message: EventSourceMessage | null = null;
  const parser = createParser({ onEvent: (event) => void (message = event) });

  function read(frame: string): FrameFields | null {
    message = null;
    parser.feed(frame);
    // The last frame of a stream may lack its blank line: clients differ, so it is read.
    if (!message) parser.feed('\n\n');
    const event = message as EventSourceMessage | null;
    return event && fieldsOf(frame, event.event ?? null, event.data);
  }

  return { endOf, read, lasting: lastingOf };
}

function fieldsOf(frame: string, event: string | null, said: string): FrameFields {
  // LobeHub's texts are strings.
  const bare = said[0] === '"' && typeof parseJson(said) === 'string';
  let write: Writer | null = null;
  return {
    event,
    data: bare ? wrapValue(said) : said,
    rewrite(data) {
      // A frame may be written many times, once for each part of it.
      write ??= writerOf(frame, said);
      return write(bare ? unwrapValue(data) : data);
    },
  };
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** Scans linearly for the first blank line. */
function endOf(bytes: Uint8Array, start: number, from: number, final: boolean): number {
  const { length } = bytes;
  for (let i = from; i < length; i++) {
    // Most bytes. Behind one that ends no line, the next one can at most be the first of two line
    // ends.
    while (i < length && (bytes[i] as number) > CARRIAGE_RETURN) i += 2;
    const byte = bytes[i];
    if (byte !== LINE_FEED && byte !== CARRIAGE_RETURN) continue;
    const before = i === start ? LINE_FEED : bytes[i - 1];
    // Of a CRLF, the first half counts.
    if (byte === LINE_FEED && before === CARRIAGE_RETURN) continue;
    if (before !== LINE_FEED && before !== CARRIAGE_RETURN) continue;
    if (byte === LINE_FEED) return i + 1;
    // A carriage return is a line end by itself or half of a CRLF: the next byte tells.
    if (i + 1 === length && !final) return -1;
    return bytes[i + 1] === LINE_FEED ? i + 2 : i + 1;
  }
  return -1;
}

const LINE_END = /[\n\r]/g;

/** @returns the offset of the first line feed or carriage return at or after `at`, or -1 */
function endOfLine(view: string, at: number): number {
  LINE_END.lastIndex = at;
  return LINE_END.test(view) ? LINE_END.lastIndex - 1 : -1;
}

/** One line of a frame; `value` is the content of a data line, null for every other line. */
interface Line {
  readonly start: number;
  /** After the text of the line. */
  readonly end: number;
  /** After its line end. */
  readonly next: number;
  readonly value: string | null;
}

/** Writes a frame with other data. */
type Writer = (data: string) => string | null;

/**
 * Returns a function that replaces the data: the first data line takes it (as several lines if it
 * has line feeds), further ones are removed; `event`, `id`, `retry`, comments and the style of line
 * ends stay.
 */
function writerOf(frame: string, before: string): Writer {
  const values: string[] = [];
  /** Up to the first value, and from its line end on. */
  let head = '';
  let tail = '';
  let lineEnd = '';
  for (const { start, end, next, value } of linesOf(frame)) {
    if (value === null && values.length === 0) head += frame.slice(start, next);
    else if (value === null) tail += frame.slice(start, next);
    else if (values.push(value) === 1) {
      head += frame.slice(start, end - value.length);
      tail = lineEnd = frame.slice(end, next);
    }
  }
  // A bare `data` has no place for a value.
  if (values.length === 0 || values.join('\n') !== before || head.endsWith('data'))
    return () => null;
  return (data) => {
    // One space after the colon is not part of the value.
    if (!head.endsWith(' ') && (data.startsWith(' ') || data.includes('\n '))) return null;
    return head + data.replaceAll('\n', `${lineEnd || '\n'}data: `) + tail;
  };
}

const LASTING = /(?:^\ufeff?|[\r\n])(?:id(?::[^\0\r\n]*)?|retry(?:: ?\d*)?)(?:[\r\n]|$)/;

function lastingOf(frame: string): string {
  if (!LASTING.test(frame)) return '';
  const lines = linesOf(frame).map(({ start, next }) => frame.slice(start, next));
  const lasting = lines
    .filter((line) => LASTING.test(line))
    .map((line) => line.replace('\ufeff', ''));
  return [...new Map(lasting.map((line) => [line.startsWith('id'), line])).values()].join('');
}

function linesOf(frame: string): Line[] {
  const lines: Line[] = [];
  let at = 0;
  while (at < frame.length) {
    const found = endOfLine(frame, at);
    const end = found === -1 ? frame.length : found;
    const next = frame.startsWith('\r\n', end) ? end + 2 : Math.min(end + 1, frame.length);
    // The byte-order mark belongs to no field.
    const field = at === 0 && frame.charCodeAt(0) === 0xfeff ? 1 : at;
    lines.push({ start: at, end, next, value: dataOf(frame.slice(field, end)) });
    at = next;
  }
  return lines;
}

function dataOf(line: string): string | null {
  if (line === 'data') return '';
  if (!line.startsWith('data:')) return null;
  return line.slice(line[5] === ' ' ? 6 : 5);
}
