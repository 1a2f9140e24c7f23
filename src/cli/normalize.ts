// `npm run --silent normalize -- [options] FILE`: the normalizer on a recorded response, request, chat or socket.
import { existsSync, readFileSync, writeSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { cleanChats, type CleanedChats } from './chat-file.ts';
import { readReplyText } from '../normalizer/reply-text.ts';
import { readResponse } from './http-response.ts';
import { cleanSocketRecording, readSocketRecording } from './socket-recording.ts';
import { createBodyNormalizer } from '../normalizer/body-normalizer.ts';
import { diagnose } from '../normalizer/doctor/diagnose.ts';
import { diagnoseSockets } from '../normalizer/doctor/diagnose-socket.ts';
import { diagnosisText } from '../normalizer/doctor/diagnosis-text.ts';
import { cleanRequest } from '../normalizer/request-cleaner.ts';
import { concat } from '../normalizer/bytes.ts';

const USAGE = `Usage: npm run --silent normalize -- [options] FILE

FILE is an HTTP response as "curl -i" writes it; "-" reads standard input.
Without options the cleaned body is printed, byte for byte.

  --text      print the text of the reply as a client joins it
  --events    print the tool progress, one JSON object a line
  --doctor    print what the response is, what is wrong with it, which clients break on that, and what is done about it;
              also with --socket
  --request   FILE is a JSON request body; print it with its history cleaned
  --chat      FILE is a chat export of Open WebUI, or what GET /api/v1/chats/{id} answers; print it cleaned, and the
              counts on standard error
  --socket    FILE holds what a page received over socket.io, one frame as a JSON string a line, or a recording whose
              lines of kind "ws-in" are read; print the cleaned frames the same way. With --events each line names
              chat_id and message_id, with --text each line is {"message_id", "text"}
  --split N   feed N bytes at a time
  --help      print this
`;

interface Options {
  readonly file: string;
  readonly text: boolean;
  readonly events: boolean;
  readonly doctor: boolean;
  readonly request: boolean;
  readonly chat: boolean;
  readonly socket: boolean;
  /** Bytes fed at a time; 0 for all at once. */
  readonly split: number;
}

/** A mistake of the person at the command line: one clear line, exit 2. */
function fail(message: string): never {
  process.stderr.write(`normalize: ${message}\n`);
  process.exit(2);
}

function readOptions(args: readonly string[]): Options {
  const { values, positionals } = parse(args);
  if (values.help) {
    process.stdout.write(USAGE);
    process.exit(0);
  }
  const [file, ...more] = positionals;
  if (file === undefined) fail('name a FILE, or "-" for standard input; --help tells more');
  if (more.length > 0) fail(`one FILE at a time, not also "${more[0]}"`);
  if ([values.text, values.events, values.doctor, values.request, values.chat].filter(Boolean).length > 1) {
    fail('--text, --events, --doctor, --request and --chat exclude each other');
  }
  if (values.socket && (values.request || values.chat || values.split !== undefined)) {
    fail('--socket goes with --text, --events or --doctor only');
  }
  if (values.doctor && values.split !== undefined) fail('--doctor takes no --split: what it finds does not depend on it');
  const split = values.split ?? '0';
  if (!/^\d{1,9}$/.test(split) || (values.split !== undefined && Number(split) === 0)) {
    fail(`--split takes a number of bytes from 1 on, not "${split}"`);
  }
  return {
    file,
    text: values.text ?? false,
    events: values.events ?? false,
    doctor: values.doctor ?? false,
    request: values.request ?? false,
    chat: values.chat ?? false,
    socket: values.socket ?? false,
    split: Number(split),
  };
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
        help: { type: 'boolean' },
      },
    });
  } catch (error) {
    return fail(`${error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)}; --help tells more`);
  }
}

function readInput(file: string): Uint8Array {
  try {
    return readFileSync(file === '-' ? 0 : locate(file));
  } catch (error) {
    return fail(`cannot read "${file}": ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** npm runs scripts in the project's folder and says where the person stands. */
function locate(file: string): string {
  return existsSync(file) ? file : resolve(process.env.INIT_CWD ?? '.', file);
}

function write(bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(1, bytes, at);
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      if (code === 'EPIPE') return; // the reader has seen enough
      if (code !== 'EAGAIN') throw error;
    }
  }
}

function run(options: Options): void {
  const input = readInput(options.file);
  if (options.request) {
    const text = decode(input);
    writeText(cleanRequest(text)?.body ?? text, text, input);
    return;
  }
  if (options.chat) {
    const text = decode(input);
    const { text: cleaned, markers, texts, changed, chats } = readChats(text);
    writeText(cleaned, text, input);
    process.stderr.write(`normalize: markers taken out: ${markers}; texts changed: ${texts}; chats changed: ${changed} of ${chats}\n`);
    return;
  }
  if (options.doctor) {
    const diagnosis = options.socket ? diagnoseSockets(readSocket(readSocketRecording, input)) : diagnose(readResponse(input));
    write(new TextEncoder().encode(diagnosisText(diagnosis)));
    return;
  }
  if (options.socket) {
    const { frames, events, texts } = readSocket(cleanSocketRecording, input);
    const lines: readonly unknown[] = options.events ? events : options.text ? texts : frames;
    write(new TextEncoder().encode(lines.map((line) => JSON.stringify(line) + '\n').join('')));
    return;
  }
  const { contentType, sessionId, body } = readResponse(input);
  const events: string[] = [];
  const normalizer = createBodyNormalizer({
    contentType,
    sessionId,
    isReply: true,
    onProgress({ source, tool, emoji, label, callId, status, provenance }) {
      events.push(JSON.stringify({ source, tool, emoji, label, callId, status, provenance }) + '\n');
    },
  });
  const out: Uint8Array[] = [];
  if (!normalizer) out.push(body);
  else {
    const step = options.split || Math.max(body.length, 1);
    // Output may share its bytes with what was fed.
    for (let at = 0; at < body.length; at += step) out.push(...normalizer.push(body.slice(at, at + step)));
    out.push(normalizer.end());
  }
  const cleaned = concat(out);
  if (options.events) write(new TextEncoder().encode(events.join('')));
  else if (options.text) write(new TextEncoder().encode(readReplyText(cleaned, contentType)));
  else write(cleaned);
}

function decode(input: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(input);
}

/** Writes a cleaned text, or the input as it came where nothing was changed: it may be no UTF-8. */
function writeText(cleaned: string, text: string, input: Uint8Array): void {
  write(cleaned === text ? input : new TextEncoder().encode(cleaned));
}

function readChats(text: string): CleanedChats {
  return cleanChats(text) ?? fail('FILE is no chat export of Open WebUI and no chat of it');
}

function readSocket<Read>(read: (text: string) => Read, input: Uint8Array): Read {
  try {
    return read(new TextDecoder().decode(input));
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
}

run(readOptions(process.argv.slice(2)));
