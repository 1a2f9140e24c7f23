import { startGateway } from '../../../gateway/start.ts';
import { readGatewayOptions, USAGE } from './options.ts';

/**
 * Starts the gateway, which a signal stops.
 * @param args what follows the command's name
 * @throws an error that says in one line why it did not start
 */
export async function runGateway(args: readonly string[]): Promise<void> {
  const options = readGatewayOptions(args);
  if (options === null) return void process.stdout.write(USAGE);
  const { servers, close } = await startGateway(options);
  for (const { address, target } of servers)
    process.stdout.write(`${address} forwards to ${target}\n`);
  onStop(() => void close(30_000));
  for (const why of await Promise.all(servers.map(({ missing }) => missing())))
    if (why)
      process.stderr.write(
        `stream-fixer: ${why} The gateway runs, and tries again with each request.\n`,
      );
}

/** Calls back at the first signal; a second one ends the process at once. */
function onStop(stop: () => void): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
  // The shell between npm and its programs keeps SIGTERM to itself: they lose their parent, and go on.
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.env.npm_lifecycle_event === undefined || process.ppid === parent) return;
    clearInterval(timer);
    stop();
  }, 500).unref();
}
