import { startGateway } from '../../../gateway/node/start.ts';
import { readGatewayOptions, USAGE } from './options.ts';

/**
 * Starts the gateway, which a signal stops.
 * @param args what follows the command's name
 * @throws an error that says in one line why it did not start
 */
export async function runGateway(args: readonly string[]): Promise<void> {
  const options = readGatewayOptions(args);
  if (options === null) return void process.stdout.write(USAGE);
  const { servers, look, reload, close } = await startGateway(options);
  const looked = look();
  for (const { address, target } of servers)
    process.stdout.write(`${address} forwards to ${target}\n`);
  onStop(() => void close(30_000));
  if (mayReload())
    process.on('SIGHUP', () => {
      try {
        reload(readGatewayOptions(args) ?? options);
        process.stdout.write('The options were read again.\n');
      } catch (error) {
        tell(`The options stay as they were: ${(error as Error).message}`);
      }
    });
  for (const why of await looked)
    tell(`${why} The gateway runs, and tries again with each request.`);
}

function tell(words: string): void {
  process.stderr.write(`stream-fixer: ${words}\n`);
}

/** Returns whether SIGHUP is an operator's wish: else a terminal sends it that closes. */
function mayReload(): boolean {
  return process.platform !== 'win32' && !process.stdin.isTTY;
}

/** Calls back at the first signal; a second one ends the process at once. */
function onStop(stop: () => void): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
  if (!mayReload()) process.once('SIGHUP', stop);
  // The shell between npm and its programs keeps SIGTERM to itself: they lose their parent, and go
  // on.
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.env.npm_lifecycle_event === undefined || process.ppid === parent) return;
    clearInterval(timer);
    stop();
  }, 500).unref();
}
