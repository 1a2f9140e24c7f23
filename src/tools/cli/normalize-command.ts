import { parseArgs } from 'node:util';
import { createBodyNormalizer } from '../../normalizer/bodies/body-normalizer.ts';
import { concat } from '../../lib/bytes.ts';
import { findBodyFault } from '../../doctor/body-kind.ts';
import { findCarrier, TYPE_OF } from '../../doctor/carrier.ts';
import { diagnose } from '../../doctor/diagnose.ts';
import { diagnoseSocket } from '../../doctor/diagnose-socket.ts';
import type { Diagnosis } from '../../doctor/diagnosis.ts';
import { excerptOf } from '../../doctor/excerpt.ts';
import { diagnosisText } from '../../doctor/diagnosis-text.ts';
import { maskSecrets } from '../../normalizer/json/mask.ts';
import { escapeUnit, isObject, parseJson } from '../../normalizer/json/json-edit.ts';
import { readReplyText } from '../../doctor/reply-text.ts';
import { OF_A_MODEL } from '../../normalizer/requests/asking.ts';
import { cleanRequest } from '../../normalizer/requests/request-cleaner.ts';
import { cleanChats } from './chat-file.ts';
import { diagnoseDocument } from './document.ts';
import { readResponse, type RecordedResponse } from './http-response.ts';
import { readRecordings, type Recorded } from './recordings.ts';

const USAGE = `Usage: npx stream-fixer clean [--text] FILE
       npx stream-fixer doctor [--json] FILE

FILE is an HTTP response as "curl -iN" or "curl -v" writes it; "-", or none in a pipe, reads standard input. A stream of
events is cleaned as it is read.
"clean" prints the cleaned body, byte for byte; of a request body or of chats, as Open WebUI exports them and
GET /api/v1/chats/{id} answers, the whole document. "doctor" prints what FILE is, what is wrong with it, which clients
break on that, and what is done about it. It also reads a HAR file, and what a browser's tools copy.

  --text      print the text of the reply as a client joins it
  --doctor    as "doctor"
  --json      with --doctor: print JSON, a list if FILE contains several replies
  -h, --help  print this

Exit code: 0 when FILE was read and the doctor found nothing; 1 when it found something; 2 for a wrong option or a FILE
that cannot be read as asked, with one line on standard error.
`;

type Options = NonNullable<ReturnType<typeof readOptions>>;

/** Input and output of the command. */
export interface NormalizeIo {
  /** @param file "-" for standard input */
  read(file: string): Uint8Array;
  /** Prints the whole output; not called if the input cannot be read as requested. */
  print(bytes: Uint8Array): void;
  /** Writes lines to standard error. */
  error(text: string): void;
  /** Standard input is no terminal: it is read if no file is named. */
  readonly isPiped?: boolean;
}

/** A mistake on the command line: one clear line, exit 2. */
function fail(message: string): never {
  throw new Error(message);
}

/**
 * Runs the command.
 * @param args what follows its name
 * @returns the exit code
 */
export function runNormalize(args: readonly string[], io: NormalizeIo): number {
  let file = '';
  try {
    const options = readOptions(args, io.isPiped);
    file = options?.file ?? '';
    const output: (string | Uint8Array)[] = [];
    let code = 0;
    if (options === null) output.push(USAGE);
    else code = run(options, { ...io, output });
    io.print(
      concat(
        output.map((part) => (typeof part === 'string' ? new TextEncoder().encode(part) : part)),
      ),
    );
    return code;
  } catch (error) {
    const isOfSystem = (error as NodeJS.ErrnoException).syscall !== undefined;
    io.error(`stream-fixer: ${isOfSystem ? `cannot read "${file}": ` : ''}${reasonOf(error)}\n`);
    return 2;
  }
}

/**
 * @param args as of `runNormalize`
 * @returns the file that is read, and whether it is only to be cleaned, which may be done as it is
 * read; null for none
 */
export function fileIn(
  args: readonly string[],
  isPiped: boolean,
): { readonly file: string; readonly isFilter: boolean } | null {
  try {
    const options = readOptions(args, isPiped);
    return options && { file: options.file, isFilter: !options.text && !options.doctor };
  } catch {
    return null; // `runNormalize` says what is wrong
  }
}

/** @returns null if help is requested */
function readOptions(args: readonly string[], isPiped = false) {
  const { values, positionals } = parse(args);
  if (values.help) return null;
  const [file = isPiped ? '-' : undefined, ...more] = positionals;
  if (file === undefined || file === '') fail('name a FILE, or "-" for standard input; see --help');
  if (more.length > 0) fail(`one FILE at a time, not also "${more[0]}"`);
  if (values.text && values.doctor) fail('--text and --doctor exclude each other');
  if (values.json && !values.doctor) fail('--json goes with --doctor only');
  return { ...values, file };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        text: { type: 'boolean', default: false },
        doctor: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    return fail(`${reasonOf(error)}; see --help`);
  }
}

/** What a run reads and writes. */
interface RunIo extends NormalizeIo {
  /** Gets the parts of the output. */
  readonly output: (string | Uint8Array)[];
}

/** @returns the exit code */
function run(options: Options, io: RunIo): number {
  const input = io.read(options.file);
  if (input.length === 0 && !options.doctor) fail('FILE is empty');
  if (options.doctor) return runDoctor(options, input, io);
  if (!options.text && runDocument(input, io)) return 0;
  runResponse(options, readResponse(input), io);
  return 0;
}

/** Faults of bodies of which nothing could be read. */
const UNREAD: readonly string[] = ['binary-body', 'compressed-body'];

function runDoctor({ json }: Options, input: Uint8Array, { output }: RunIo): number {
  const recordings = readRecordings(input);
  if (recordings.length === 0)
    fail(
      'FILE is a HAR file without the body of a reply, as browsers leave out streams; record one with "curl -iN"',
    );
  const found = recordings.map(({ title, notes, ...recording }) => ({
    // An address may contain a key.
    title: maskSecrets(title),
    notes,
    ...diagnosed(recording),
  }));
  if (json) output.push(lineOf(found.length === 1 ? found[0] : found, 2));
  else {
    for (const [i, { title, notes, ...diagnosis }] of found.entries()) {
      if (found.length > 1)
        output.push(
          `${i === 0 ? '' : '\n'}== ${i + 1} of ${found.length}: ${excerptOf(title)}\n\n`,
        );
      if (notes.length > 0) output.push(`Read:     ${notes.join(', ')}\n`);
      output.push(diagnosisText(diagnosis));
    }
  }
  const findings = found.map((one) => one.findings);
  if (findings.every(([first]) => UNREAD.includes(first?.id ?? '') && first?.repaired === 'never'))
    return 2;
  return findings.some(({ length }) => length > 0) ? 1 : 0;
}

function diagnosed(recording: Recorded): Diagnosis {
  if (recording.kind === 'document') return diagnoseDocument(recording.text);
  if (recording.kind === 'response')
    return diagnose({ ...recording.response, tools: recording.tools });
  return diagnoseSocket(recording.lines);
}

/** Bytes that are examined to recognise a body. */
const FIRST_BYTES = 4096;

function runResponse(
  { text }: Options,
  { body, ...head }: RecordedResponse,
  { output }: RunIo,
): void {
  const start = body.subarray(0, FIRST_BYTES);
  const fault = findBodyFault(start, head.encoding ?? null);
  if (fault) fail(UNREADABLE[fault.id] ?? 'FILE is not the recording of a reply');
  const contentType = typeOf(head.contentType, start);
  const normalizer = createBodyNormalizer({
    contentType,
    sessionId: head.sessionId,
    isReply: true,
    // All that is known of its site is what the recording itself shows.
    expectsMarkers: () => false,
  });
  const cleaned = normalizer ? concat([...normalizer.push(body.slice()), normalizer.end()]) : body;
  if (!text) return void output.push(cleaned);
  const reply = readReplyText(cleaned, contentType, true);
  if (reply === null && start.length > 0)
    fail('FILE contains no reply in a known format; try --doctor');
  output.push(reply ?? '');
}

/** @returns JSON and a line feed; what a terminal would take for a command is escaped in it */
function lineOf(value: unknown, indent?: number): string {
  return `${JSON.stringify(value, null, indent).replace(/[\u007f-\u009f]/g, escapeUnit)}\n`;
}

const UNREADABLE: Readonly<Record<string, string>> = {
  'compressed-body':
    'the body of FILE is compressed, and cannot be read; record it again with "curl --compressed"',
  'binary-body': 'FILE is binary data, not the recording of a reply',
  'html-page': 'FILE is an HTML page, not the recording of a reply',
};

/** @returns the type to clean the body as: text without a type is a plain-text reply */
function typeOf(declared: string | null, start: Uint8Array): string | null {
  return declared === null && findCarrier(null, start) === 'text' ? TYPE_OF.text : declared;
}

/** @returns false for anything but a request body or chats */
function runDocument(input: Uint8Array, { output, error }: RunIo): boolean {
  const [found] = readRecordings(input);
  if (found?.kind !== 'document') return false;
  const text = decode(input);
  const json = parseJson(found.text);
  if (isObject(json) && 'model' in json && !('chat' in json)) {
    const cleaned = cleanRequest(text, { expectsMarkers: () => false, url: OF_A_MODEL });
    output.push(encoded(cleaned?.body ?? text, text, input));
    return true;
  }
  const cleaned = cleanChats(text);
  if (!cleaned) return false;
  const { markers, texts, changed, chats } = cleaned;
  output.push(encoded(cleaned.text, text, input));
  error(
    `stream-fixer: markers removed: ${markers}; texts changed: ${texts}; chats changed: ${changed} of ${chats}\n`,
  );
  return true;
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

/** @returns the reason, in the system's words */
function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
}
