#!/usr/bin/env node
// The command `stream-fixer`, which is also behind `npm run normalize` and `npm run gateway`.
import { once } from 'node:events';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import manifest from '../../../package.json' with { type: 'json' };
import { runGateway } from './gateway/run.ts';
import { filterReply } from './filter.ts';
import { fileIn, runNormalize } from './normalize-command.ts';

const USAGE = `Usage: npx stream-fixer COMMAND

  doctor FILE             print what is wrong with a recorded reply, and what is done about it
  clean FILE              print a recorded reply, a request or stored chats cleaned
  gateway --upstream URL  clean what passes between any client and a server
  -v, --version           print the version
  -h, --help              print this; behind a command, its options
`;

/**
 * Resolves a path: npm runs scripts in the project's folder, and INIT_CWD is where the person was.
 */
function locate(file: string): string {
  return existsSync(file) ? file : resolve(process.env.INIT_CWD ?? '.', file);
}

async function normalize(args: readonly string[]): Promise<number> {
  const isPiped = !process.stdin.isTTY;
  // The reader has seen enough, as "head" has: not an error.
  process.stdout.on('error', () => process.exit(0));
  const wanted = fileIn(args, isPiped);
  const taken = wanted?.isFilter ? await cleanAsRead(wanted.file) : null;
  if (taken?.isDone) return 0;
  const piped = taken?.bytes ?? (wanted?.file === '-' && isPiped ? await readPipe() : null);
  return runNormalize(args, {
    read(name) {
      const bytes = piped ?? readFileSync(name === '-' ? 0 : locate(name));
      if (bytes.length > SHOWN_EACH) tell(`examining ${megabytes(bytes.length)}`);
      return bytes;
    },
    print(bytes) {
      tell('');
      process.stdout.write(bytes);
    },
    error: (text) => void process.stderr.write(text),
    isPiped,
  });
}

/**
 * Writes a stream of events cleaned as it arrives.
 * @returns all bytes if it is none; null if they cannot be read
 */
async function cleanAsRead(file: string): Promise<{ isDone: boolean; bytes: Uint8Array } | null> {
  const source = file === '-' ? process.stdin : createReadStream(locate(file));
  try {
    const bytes = await filterReply(source, async (part) => {
      if (!process.stdout.write(part)) await once(process.stdout, 'drain');
    });
    return { isDone: bytes === null, bytes: bytes ?? new Uint8Array() };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    return null; // `runNormalize` says what is wrong
  }
}

/** Bytes after which a person sees that a long file is being read. */
const SHOWN_EACH = 8 * 1024 * 1024;

/** Reads standard input to its end. */
async function readPipe(): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let [read, shown] = [0, 0];
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    read += chunk.length;
    if (read - shown < SHOWN_EACH) continue;
    shown = read;
    tell(`read ${megabytes(read)}`);
  }
  return Buffer.concat(chunks);
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1_000_000)} MB`;
}

/** Replaces the line that says how far it is, in a terminal only. */
function tell(words: string): void {
  if (!process.stderr.isTTY) return;
  process.stderr.write(words === '' ? '\r\u001b[K' : `\r\u001b[Kstream-fixer: ${words}`);
}

/**
 * @returns the exit code
 * @throws an error that says in one line what is wrong
 */
async function main([command = '', ...args]: readonly string[]): Promise<number> {
  if (command === 'doctor') return normalize(['--doctor', ...args]);
  if (command === 'clean') return normalize(args);
  if (command === 'gateway') await runGateway(args);
  else if (command === '-h' || command === '--help') process.stdout.write(USAGE);
  else if (command === '-v' || command === '--version')
    process.stdout.write(`${manifest.version}\n`);
  else
    throw new Error(`there is no command "${command}": name doctor, clean or gateway; see --help`);
  return 0;
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`stream-fixer: ${error instanceof Error ? error.message : String(error)}\n`);
  return 2;
});
