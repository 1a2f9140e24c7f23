import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { unwrapValue, wrapValue } from './bare-value.ts';
import type { FrameFields, Framing } from './framing.ts';
import { parseJson } from './json-text.ts';

/**
 * Server-sent events (WHATWG HTML 9.2): frames end with a blank line; lines end with LF, CR or CRLF. eventsource-parser
 * reads the fields, which is lossy by design; boundaries and bytes are kept here.
 * @returns the framing of one stream
 */
export function createSseFraming(): Framing {
  let message: EventSourceMessage | null = null;
  const parser = createParser({ onEvent: (event) => void (message = event) });

  function read(frame: string): FrameFields | null {
    message = null;
    parser.feed(frame);
    // A frame at the end of a stream may lack its blank line: clients differ, so it is read.
    if (!message) parser.feed('\n\n');
    const event = message as EventSourceMessage | null;
    if (!event) return null;
    // LobeHub's texts are strings.
    const bare = event.data[0] === '"' && typeof parseJson(event.data) === 'string';
    return {
      event: event.event ?? null,
      data: bare ? wrapValue(event.data) : event.data,
      rewrite: (data) => rewriteData(frame, event.data, bare ? unwrapValue(data) : data),
    };
  }

  return { separator: '\n\n', next: endOfFrame, read };
}

/** Linear scan for the first blank line at or behind `at`. */
function endOfFrame(view: string, at: number, final: boolean): number {
  for (;;) {
    const lineEnd = endOfLine(view, at);
    if (lineEnd === -1) return -1;
    let next = lineEnd + 1;
    if (view[lineEnd] === '\r') {
      // A carriage return is a line end of its own or half of a CRLF: the next byte tells.
      if (next === view.length && !final) return -1;
      if (view[next] === '\n') next++;
    }
    if (lineEnd === at) return next;
    at = next;
  }
}

const LINE_END = /[\n\r]/g;

/** @returns the offset of the first line feed or carriage return at or behind `at`, or -1 */
function endOfLine(view: string, at: number): number {
  LINE_END.lastIndex = at;
  return LINE_END.exec(view)?.index ?? -1;
}

/** One line of a frame; `value` is what a data line says, null for every other line. */
interface Line {
  readonly start: number;
  /** Behind the text of the line. */
  readonly end: number;
  /** Behind its line end. */
  readonly next: number;
  readonly value: string | null;
}

/**
 * Puts changed data where the data was: the first data line takes it (as several lines where it has line feeds), further
 * ones go; `event`, `id`, `retry`, comments and the style of line ends stay.
 */
function rewriteData(frame: string, before: string, data: string): string | null {
  const lines = linesOf(frame);
  const values = lines.filter(({ value }) => value !== null);
  const [first] = values;
  if (!first || values.map(({ value }) => value).join('\n') !== before) return null;
  const prefix = frame.slice(first.start, first.end - (first.value ?? '').length);
  const lineEnd = frame.slice(first.end, first.next) || '\n';
  const written = data.split('\n');
  // `data` alone has no place for a value, and one space behind the colon is no part of it.
  if (!prefix.includes(':') || (!prefix.endsWith(' ') && written.some((line) => line.startsWith(' ')))) return null;
  return lines
    .map(({ start, end, next, value }) => {
      if (value === null) return frame.slice(start, next);
      return start === first.start ? prefix + written.join(lineEnd + 'data: ') + frame.slice(end, next) : '';
    })
    .join('');
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
