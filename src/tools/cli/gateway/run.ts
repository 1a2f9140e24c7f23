/** `npm run gateway -- --upstream URL`: the normalizer in front of an OpenAI-compatible server, in workerd. */
import { fileURLToPath } from 'node:url';
import { readGatewayOptions, USAGE } from './options.ts';
import { startGateway } from './start.ts';

async function main(args: readonly string[]): Promise<void> {
  const options = readGatewayOptions(args);
  if (options === null) return void process.stdout.write(USAGE);
  const gateway = await startGateway(options);
  process.stdout.write(`${gateway.origin} forwards to ${options.upstream.origin}. Press Ctrl-C to stop it.\n`);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void gateway.close());
  await gateway.ended;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main(process.argv.slice(2)).catch((error: unknown) => {
    process.stderr.write(`gateway: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 2;
  });
}
