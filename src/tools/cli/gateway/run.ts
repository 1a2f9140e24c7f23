/** `npm run gateway -- --upstream URL`: the normalizer in front of an OpenAI-compatible server. */
import { fileURLToPath } from 'node:url';
import { readGatewayOptions, USAGE } from './options.ts';
import { startGateway } from '../../../gateway/start.ts';

async function main(args: readonly string[]): Promise<void> {
  const options = readGatewayOptions(args);
  if (options === null) return void process.stdout.write(USAGE);
  const gateway = await startGateway(options);
  process.stdout.write(`${gateway.origin}/v1 forwards to ${options.upstream.href}. Press Ctrl-C to stop it.\n`);
  // A second signal ends it at once.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void gateway.close(30_000));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main(process.argv.slice(2)).catch((error: unknown) => {
    process.stderr.write(`gateway: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 2;
  });
}
