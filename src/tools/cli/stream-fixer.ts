#!/usr/bin/env node
// The command `stream-fixer`, which is also behind `npm run normalize` and `npm run gateway`.
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import manifest from '../../../package.json' with { type: 'json' };
import { runGateway } from './gateway/run.ts';
import { runNormalize } from './normalize-command.ts';

const USAGE = `Usage: npx stream-fixer COMMAND

  doctor FILE             print what is wrong with a recorded reply, and what is done about it
  clean FILE              print a recorded reply, a request or stored chats cleaned
  gateway --upstream URL  clean what passes between any client and a server
  -v, --version           print the version
  -h, --help              print this; behind a command, its options
`;

/** Resolves a path: npm runs scripts in the project's folder, and INIT_CWD is where the person was. */
function locate(file: string): string {
  return existsSync(file) ? file : resolve(process.env.INIT_CWD ?? '.', file);
}

function normalize(args: readonly string[]): number {
  // The reader has seen enough, as "head" has: not an error.
  process.stdout.on('error', () => process.exit(0));
  return runNormalize(args, {
    read: (file) => readFileSync(file === '-' ? 0 : locate(file)),
    print: (bytes) => void process.stdout.write(bytes),
    error: (text) => void process.stderr.write(text),
  });
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
