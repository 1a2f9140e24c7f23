// `npm run --silent normalize -- [options] FILE`: the normalizer on a recorded response, request, chat or socket.
import { readPieces } from './input.ts';
import { runNormalize } from './normalize-command.ts';
import { createOutput } from './output.ts';

process.exitCode = runNormalize(process.argv.slice(2), {
  read: readPieces,
  // The reader has seen enough, as "head" has: not an error.
  output: createOutput(() => process.exit(0)),
  error: (text) => void process.stderr.write(text),
});
