// `npm run --silent normalize -- [options] FILE`: the normalizer on a recorded response, request, chat or socket.
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { runNormalize } from './normalize-command.ts';

/** Resolves a path: npm runs scripts in the project's folder, and INIT_CWD is where the person was. */
function locate(file: string): string {
  return existsSync(file) ? file : resolve(process.env.INIT_CWD ?? '.', file);
}

// The reader has seen enough, as "head" has: not an error.
process.stdout.on('error', () => process.exit(0));
process.exitCode = runNormalize(process.argv.slice(2), {
  read: (file) => readFileSync(file === '-' ? 0 : locate(file)),
  print: (bytes) => void process.stdout.write(bytes),
  error: (text) => void process.stderr.write(text),
});
