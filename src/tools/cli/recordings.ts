import type { SocketLine } from '../../doctor/socket-lines.ts';
import { arrayOf, stringOf } from '../../normalizer/dialects/fields.ts';
import { isObject, parseJson } from '../../normalizer/json/json-edit.ts';
import { offeredNames } from '../../normalizer/requests/offered-names.ts';
import { decoded, readResponse, type RecordedResponse } from './http-response.ts';
import { readSocketLines } from './socket-recording.ts';
import { MAX_PLAIN, tooLarge, unwrap } from './unwrap.ts';

/** What can be diagnosed. */
export type Recorded =
  | {
      readonly kind: 'response';
      readonly response: RecordedResponse;
      /** Names of tools that its request offers. */
      readonly tools?: readonly string[];
    }
  | { readonly kind: 'socket'; readonly lines: readonly SocketLine[] }
  /** A request body or stored chats. */
  | { readonly kind: 'document'; readonly text: string };

/** One thing in a file. */
export type Recording = Recorded & {
  /** Which one of several it is: method and address; '' for the only one. */
  readonly title: string;
  /** What was taken off it, in words. */
  readonly notes: readonly string[];
};

/** Largest text that is searched for other forms than a response. */
const MAX_TEXT = 256 * 1024 * 1024;

/**
 * Finds what a file contains: a response as `curl` writes it, a HAR file, what a browser's tools
 * copied of events or of a socket, a request body, or stored chats.
 * @returns none for a HAR file without the body of any reply
 */
export function readRecordings(input: Uint8Array): readonly Recording[] {
  const { bytes, notes } = unwrap(input);
  const text =
    bytes.length > MAX_TEXT ? '' : new TextDecoder().decode(bytes).replace(/^\ufeff/, '');
  const json = /^\s*[[{]/.test(text) ? parseJson(text) : undefined;
  if (isObject(json) && isObject(json.log) && Array.isArray(json.log.entries))
    return harRecordings(json.log.entries);
  if (isDocument(json)) return [{ kind: 'document', title: '', notes, text }];
  const copied = readCopy(text);
  if (copied) return [{ title: '', ...copied, notes: [...notes, ...copied.notes] }];
  const response = readResponse(bytes);
  return [{ kind: 'response', title: '', notes: [...notes, ...response.notes], response }];
}

/** Returns whether JSON is a request for a reply or a stored chat, or a list of those. */
function isDocument(json: unknown): boolean {
  const [first = null] = Array.isArray(json) ? (json as readonly unknown[]) : [json];
  if (!isObject(first) || 'choices' in first || 'object' in first) return false;
  const chat = isObject(first.chat) ? first.chat : first;
  return (
    isObject(chat.history) ||
    (Array.isArray(chat.messages) && !('type' in first)) ||
    ('model' in first && ('input' in first || 'prompt' in first) && !('output' in first))
  );
}

type Copied = Recorded & Pick<Recording, 'notes'>;

/** What a browser shows beside the data of an event or of a packet, in columns. */
const COLUMN =
  /^(?:\d{1,2}:\d\d:\d\d(?:[.,]\d+)?(?: ?[AP]M)?|[\d.,]+ ?(?:k?B)?|[↑↓⬆⬇⇧⇩▲▼→←]|\w[\w.-]{0,60}|)$/;

/** Reads lines that a person copied from the tools of a browser, or lines of a recorded socket. */
function readCopy(text: string): Copied | null {
  const lines = text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '' && !HEADS.test(line.trim()));
  const [first = ''] = lines;
  const entry = parseJson(first);
  if (typeof entry === 'string' || (isObject(entry) && typeof entry.kind === 'string'))
    return ofRecorder(lines);
  const events: Cells[] = [];
  for (const line of lines) {
    const cells = cellsOf(line);
    if (!cells) return null;
    events.push(cells);
  }
  if (events.length === 0) return null;
  const notes = ['a copy from the tools of a browser'];
  if (
    events.every(({ data }) => PACKET.test(data)) &&
    events.some(({ data }) => /^\d[^[{]*[[{]/.test(data))
  )
    return { notes, ...fromSocket(events.map(({ data, sent }) => socketLine(data, sent))) };
  // Lines of JSON without anything beside them may be a stream of lines.
  if (
    !events.some(({ isCut, data }) => isCut || data === '[DONE]') &&
    !isOfEvents(events[0]?.data ?? '')
  )
    return null;
  const frames = events
    .filter(({ sent }) => !sent)
    .map(
      ({ name, data }) =>
        `${name === '' || name === 'message' ? '' : `event: ${name}\n`}data: ${data}\n\n`,
    );
  return { kind: 'response', notes, response: eventStream(frames.join('')) };
}

/** A packet of socket.io. */
const PACKET = /^\d{1,2}(?:$|-|\/|\[|\{)/;
/** The heads of columns. */
const HEADS = /^(?:(?:Id|Name|Type|Data|Length|Time|Event|Message)\s*)+$/i;

interface Cells {
  readonly name: string;
  readonly data: string;
  /** There was something beside the data. */
  readonly isCut: boolean;
  readonly sent: boolean;
}

/** @returns the data of a line of a table, with the name of its event; null for another line */
function cellsOf(line: string): Cells | null {
  const bare = line.trim().replace(/^[↑↓⬆⬇]\s*/, '');
  const cells = bare.split(/\t| {2,}/);
  const json = cells.findIndex((cell) => /^[[{]/.test(cell));
  const at = json === -1 ? cells.findIndex((cell) => PACKET.test(cell)) : json;
  const before = cells.slice(0, at);
  if (at === -1 || !before.every((cell) => COLUMN.test(cell))) return null;
  let to = cells.length;
  while (to > at + 1 && COLUMN.test(cells[to - 1] ?? '')) to--;
  // Blanks in the data are not columns.
  const from = bare.indexOf(cells[at] ?? '', before.join(' ').length);
  const behind = cells
    .slice(to)
    .reduceRight((end, cell) => bare.lastIndexOf(cell, end - cell.length), bare.length);
  return {
    name: before.find((cell) => /^[A-Za-z]/.test(cell)) ?? '',
    data: bare.slice(from, to < cells.length ? behind : bare.length).trim(),
    isCut: to < cells.length || before.length > 0 || bare !== line.trim(),
    sent: /^\s*[↑⬆]/.test(line),
  };
}

/** Returns whether data is that of an event, not a line of a stream of lines. */
function isOfEvents(data: string): boolean {
  const json = parseJson(data);
  if (!isObject(json)) return false;
  return (
    json.object === 'chat.completion.chunk' ||
    /^(?:response\.|message_start$|RUN_|session\.)/.test(stringOf(json.type))
  );
}

/** @returns null for lines of which none is a packet that was received */
function ofRecorder(lines: readonly string[]): Copied | null {
  try {
    const read = [...readSocketLines(lines)];
    return read.some(({ kind }) => kind === 'received') ? { notes: [], ...fromSocket(read) } : null;
  } catch {
    return null;
  }
}

function socketLine(data: string, sent: boolean): SocketLine {
  return sent ? { kind: 'sent', text: data } : { kind: 'received', frame: data };
}

function eventStream(body: string): RecordedResponse {
  const bytes = new TextEncoder().encode(body);
  return {
    contentType: 'text/event-stream',
    sessionId: null,
    status: null,
    body: bytes,
    notes: [],
  };
}

/** Types of responses that are no replies. */
const NO_REPLY = /^(?:image|font|audio|video)\/|css|javascript|wasm|manifest/;
/** Addresses of replies, for responses whose type does not tell. */
const REPLY =
  /\/(?:chat|completions?|responses|messages|generate\w*|runs|stream\w*|events|agents?|api)\b/i;

function harRecordings(entries: readonly unknown[]): readonly Recording[] {
  let bytes = 0;
  return entries.filter(isObject).flatMap((entry): Recording[] => {
    const { request, response } = entry;
    if (!isObject(request) || !isObject(response)) return [];
    const title = `${stringOf(request.method)} ${stringOf(request.url)}`.trim();
    const notes = ['a HAR file'];
    const messages = arrayOf(entry._webSocketMessages).filter(isObject);
    const lines = messages.map(({ type, data }) => socketLine(stringOf(data), type === 'send'));
    if (lines.length > 0) return [{ title, notes, ...fromSocket(lines) }];
    const posted = isObject(request.postData) ? stringOf(request.postData.text) : '';
    // Browsers leave the bodies of streams out.
    if (!isObject(response.content) || stringOf(response.content.text) === '') return [];
    const raw = harResponse(response);
    const type = raw.contentType ?? '';
    const isStream = /event-stream|ndjson|jsonl/.test(type);
    const mayReply = posted !== '' && REPLY.test(stringOf(request.url)) && !NO_REPLY.test(type);
    // A page has many megabytes of scripts: only a reply is decompressed, and only what that adds
    // is counted.
    if (!isStream && !mayReply) return [];
    const recorded = decoded(raw);
    bytes += Math.max(0, recorded.body.length - raw.body.length);
    if (bytes > MAX_PLAIN) tooLarge();
    return [
      {
        kind: 'response',
        title,
        notes: [...notes, ...recorded.notes],
        response: recorded,
        tools: toolsIn(posted),
      },
    ];
  });
}

/** @returns the packets of socket.io; messages of another socket as those of an event stream */
function fromSocket(lines: readonly SocketLine[]): Recorded {
  const received = lines.flatMap((line) => (line.kind === 'received' ? [line.frame] : []));
  if (!received.some((frame) => /^\s*\{/.test(frame))) return { kind: 'socket', lines };
  const frames = received.map((frame) => `data: ${frame.replaceAll('\n', '\ndata: ')}\n\n`);
  return { kind: 'response', response: eventStream(frames.join('')) };
}

/** @returns the response of an entry, with its body as it was recorded */
function harResponse(response: Record<string, unknown>): Parameters<typeof decoded>[0] {
  const headers = new Map(
    arrayOf(response.headers)
      .filter(isObject)
      .map(({ name, value }) => [stringOf(name).toLowerCase(), stringOf(value)]),
  );
  const { text, mimeType, encoding } = isObject(response.content) ? response.content : {};
  const body =
    encoding === 'base64'
      ? Buffer.from(stringOf(text), 'base64')
      : new TextEncoder().encode(stringOf(text));
  return {
    contentType: headers.get('content-type') ?? (stringOf(mimeType) || null),
    sessionId: headers.get('x-hermes-session-id') ?? null,
    status:
      typeof response.status === 'number' && response.status > 0
        ? { code: response.status, reason: stringOf(response.statusText) }
        : null,
    // The text of a HAR file is decompressed.
    encoding: headers.get('content-encoding') ?? null,
    isChunked: true,
    body,
    notes: [],
  };
}

/** @returns the names of the tools that a request offers */
export function toolsIn(posted: string): readonly string[] {
  const json = parseJson(posted);
  return isObject(json) ? offeredNames(json) : [];
}
