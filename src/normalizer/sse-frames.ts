import { createParser, type EventSourceMessage } from 'eventsource-parser';
import type { FrameFields, Framing } from './framing.ts';

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
    return {
      event: event.event ?? null,
      data: event.data,
      rewrite: (data) => rewriteData(frame, event.data, data),
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

function endOfLine(view: string, at: number): number {
  const lineFeed = view.indexOf('\n', at);
  const limit = lineFeed === -1 ? view.length : lineFeed;
  const slice = view.slice(at, limit);
  const carriageReturn = slice.indexOf('\r');
  return carriageReturn === -1 ? lineFeed : at + carriageReturn;
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
  const values = lines.flatMap(({ value }) => (value === null ? [] : [value]));
  if (values.join('\n') !== before) return null;
  let written = false;
  return lines
    .map(({ start, end, next, value }) => {
      if (value === null) return frame.slice(start, next);
      if (written) return '';
      written = true;
      const prefix = frame.slice(start, end - value.length);
      const lineEnd = frame.slice(end, next) || '\n';
      return prefix + data.split('\n').join(lineEnd + prefix) + frame.slice(end, next);
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
