import { parseArgs } from 'node:util';
import { createBodyNormalizer } from '../../normalizer/bodies/body-normalizer.ts';
import { concat } from '../../lib/bytes.ts';
import { findBodyFault } from '../../doctor/body-kind.ts';
import { findCarrier, TYPE_OF } from '../../doctor/carrier.ts';
import { diagnose } from '../../doctor/diagnose.ts';
import { createSocketDiagnosis } from '../../doctor/diagnose-socket.ts';
import { diagnosisText } from '../../doctor/diagnosis-text.ts';
import { isObject, parseJson } from '../../normalizer/json/json-edit.ts';
import { createReplyText } from '../../doctor/reply-text.ts';
import { cleanRequest } from '../../normalizer/requests/request-cleaner.ts';
import { createByteSource, type ByteSource } from './byte-source.ts';
import { cleanChats, type CleanedChats } from './chat-file.ts';
import { openResponse, type OpenResponse } from './http-response.ts';
import { cutPieces, linesOf } from './input.ts';
import type { Output } from './output.ts';
import { cleanSocketRecording, readSocketLines } from './socket-recording.ts';

const USAGE = `Usage: npm run --silent normalize -- [options] FILE

FILE is an HTTP response as "curl -iN" writes it, of any size; "-" reads standard input.
Without options the cleaned body is printed, byte for byte.

  --text      print the text of the reply as a client joins it
  --events    print the tool progress, one JSON object per line
  --doctor    print what the response is, what is wrong with it, which clients break on that, and what is done about it;
              what matters most comes first; also with --socket
  --request   FILE is a JSON request body; print it with its history cleaned
  --chat      FILE is a chat export of Open WebUI, or what GET /api/v1/chats/{id} answers; print it cleaned, and the
              counts on standard error
  --socket    FILE contains what a page received over socket.io, one frame as a JSON string per line, or a recording whose
              lines of kind "ws-in" are read, and those of kind "request" and "ws-out" for the history that was sent;
              print the cleaned frames the same way. With --events each line names chat_id and message_id, with --text
              each line is {"message_id", "text"}
  --split N   feed N bytes of a response at a time
  -h, --help  print this

Exit code: 0 when FILE was read, whatever --doctor finds; 2 for a wrong option or a FILE that cannot be read as asked,
with one line on standard error.
`;

interface Options {
  readonly file: string;
  readonly text: boolean;
  readonly events: boolean;
  readonly doctor: boolean;
  readonly request: boolean;
  readonly chat: boolean;
  readonly socket: boolean;
  /** Bytes fed at a time; 0 for as they are read. */
  readonly split: number;
}

/** Input and output of the command. */
export interface NormalizeIo {
  /** @param file "-" for standard input. @returns its bytes, in pieces */
  read(file: string): Iterable<Uint8Array>;
  readonly output: Output;
  /** Writes lines to standard error. */
  error(text: string): void;
}

/** A mistake on the command line: one clear line, exit 2. */
class Mistake extends Error {}

function fail(message: string): never {
  throw new Mistake(message);
}

/**
 * Runs the command.
 * @param args what follows its name
 * @returns the exit code
 */
export function runNormalize(args: readonly string[], io: NormalizeIo): number {
  let file = '';
  try {
    const options = readOptions(args);
    file = options?.file ?? '';
    if (options === null) io.output.text(USAGE);
    else run(options, io);
    io.output.flush();
    return 0;
  } catch (error) {
    io.error(`normalize: ${isOfSystem(error) ? `cannot read "${file}": ` : ''}${reasonOf(error)}\n`);
    return 2;
  }
}

function isOfSystem(error: unknown): boolean {
  return !(error instanceof Mistake) && (error as NodeJS.ErrnoException).syscall !== undefined;
}

/** @returns null if help is requested */
function readOptions(args: readonly string[]): Options | null {
  const { values, positionals } = parse(args);
  if (values.help) return null;
  const [file, ...more] = positionals;
  if (file === undefined || file === '') fail('name a FILE, or "-" for standard input; see --help');
  if (more.length > 0) fail(`one FILE at a time, not also "${more[0]}"`);
  if ([values.text, values.events, values.doctor, values.request, values.chat].filter(Boolean).length > 1) {
    fail('--text, --events, --doctor, --request and --chat exclude each other');
  }
  if (values.socket && (values.request || values.chat || values.split !== undefined)) {
    fail('--socket goes with --text, --events or --doctor only');
  }
  if (values.split !== undefined && (values.doctor || values.request || values.chat))
    fail('--split goes with a response that is cleaned');
  return {
    file,
    text: values.text ?? false,
    events: values.events ?? false,
    doctor: values.doctor ?? false,
    request: values.request ?? false,
    chat: values.chat ?? false,
    socket: values.socket ?? false,
    split: values.split === undefined ? 0 : readSplit(values.split),
  };
}

function readSplit(split: string): number {
  if (!/^\d{1,9}$/.test(split) || Number(split) === 0) fail(`--split takes a positive number of bytes, not "${split}"`);
  return Number(split);
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        text: { type: 'boolean' },
        events: { type: 'boolean' },
        doctor: { type: 'boolean' },
        request: { type: 'boolean' },
        chat: { type: 'boolean' },
        socket: { type: 'boolean' },
        split: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    return fail(`${error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)}; see --help`);
  }
}

function run(options: Options, io: NormalizeIo): void {
  const pieces = createByteSource(io.read(options.file));
  if (pieces.peek(1).length === 0 && !options.doctor) fail('FILE is empty');
  if (options.socket) runSocket(options, linesOf(pieces.rest()), io);
  else if (options.request || options.chat) runDocument(options, pieces, io);
  else {
    const response = openResponse(pieces.rest());
    if (options.doctor) runDoctor(response, io);
    else runResponse(options, response, io);
  }
}

function runDoctor({ head, body }: OpenResponse, { output }: NormalizeIo): void {
  output.text(diagnosisText(diagnose({ ...head, body: concat([...body.rest()]) })));
}

/** Bytes that are examined to recognise a body. */
const FIRST_BYTES = 4096;

function runResponse({ text, events, split }: Options, { head, body }: OpenResponse, { output }: NormalizeIo): void {
  const start = body.peek(FIRST_BYTES);
  const fault = findBodyFault(start.subarray(0, FIRST_BYTES), head.encoding ?? null);
  if (fault) fail(UNREADABLE[fault.id]);
  const contentType = typeOf(head.contentType, start);
  const normalizer = createBodyNormalizer({
    contentType,
    sessionId: head.sessionId,
    isReply: true,
    // All that is known of its site is what the recording itself shows.
    expectsMarkers: () => false,
    report(event) {
      if (!events || event.type !== 'progress') return;
      const { source, tool, emoji, label, callId, status, provenance } = event.progress;
      output.text(JSON.stringify({ source, tool, emoji, label, callId, status, provenance }) + '\n');
    },
  });
  const replyText = createReplyText(contentType, true);

  function out(bytes: Uint8Array): void {
    if (text) output.text(replyText.push(bytes));
    else if (!events) output.bytes(bytes);
  }

  for (const piece of cutPieces(body.rest(), split)) (normalizer?.push(piece) ?? [piece]).forEach(out);
  if (normalizer) out(normalizer.end());
  if (!text) return;
  output.text(replyText.end());
  if (!replyText.isReply() && start.length > 0) fail('FILE contains no reply in a known format; try --doctor');
}

const UNREADABLE = {
  'compressed-body': 'the body of FILE is compressed; record it again with "curl --compressed"',
  'binary-body': 'FILE is binary data, not the recording of a reply',
  'html-page': 'FILE is an HTML page, not the recording of a reply',
  'curl-chatter': 'FILE contains what "curl -v" says of the connection; record it again with "curl -iN"',
  'chunk-sizes': 'FILE contains chunk sizes of HTTP; record it again with "curl -iN", without "--raw"',
  'wide-text': 'FILE is UTF-16; record it again with "curl -iN -o FILE" instead of ">"',
} as const;

/** @returns the type to clean the body as: text without a type is a plain-text reply */
function typeOf(declared: string | null, start: Uint8Array): string | null {
  return declared === null && findCarrier(null, start) === 'text' ? TYPE_OF.text : declared;
}

function runDocument({ request }: Options, source: ByteSource, { output, error }: NormalizeIo): void {
  const input = concat([...source.rest()]);
  const text = decode(input);
  const json = parseJson(text.replace(/^\ufeff/, ''));
  if (request) {
    if (!isObject(json) && !Array.isArray(json)) fail('FILE is not JSON, so not a request body');
    return output.bytes(encoded(cleanRequest(text, { expectsMarkers: () => false })?.body ?? text, text, input));
  }
  const { text: cleaned, markers, texts, changed, chats } = readChats(text);
  output.bytes(encoded(cleaned, text, input));
  error(`normalize: markers removed: ${markers}; texts changed: ${texts}; chats changed: ${changed} of ${chats}\n`);
}

/** @returns the text of a whole file; fails if it does not fit into one string */
function decode(input: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(input);
  } catch {
    return fail('FILE is too large to be read as one JSON document');
  }
}

/** @returns a cleaned text, or the original input if nothing was changed: it may not be UTF-8 */
function encoded(cleaned: string, text: string, input: Uint8Array): Uint8Array {
  return cleaned === text ? input : new TextEncoder().encode(cleaned);
}

function readChats(text: string): CleanedChats {
  return cleanChats(text) ?? fail('FILE is neither a chat export nor a chat of Open WebUI');
}

function runSocket({ doctor, text, events }: Options, lines: Iterable<string>, { output }: NormalizeIo): void {
  function print(line: unknown): void {
    output.text(JSON.stringify(line) + '\n');
  }

  if (doctor) {
    const diagnosis = createSocketDiagnosis();
    for (const line of readSocketLines(lines)) {
      if (line.kind === 'open') diagnosis.open();
      else if (line.kind === 'sent') diagnosis.sent(line.text);
      else diagnosis.receive(line.frame);
    }
    return output.text(diagnosisText(diagnosis.end()));
  }
  const replies = cleanSocketRecording(lines, {
    frame: (frame) => !text && !events && print(frame),
    event: (event) => events && print(event),
  });
  if (text) replies.forEach(print);
}

/** @returns the reason, in the system's words */
function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
}
