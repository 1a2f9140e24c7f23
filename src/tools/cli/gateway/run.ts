import { startGateway } from '../../../gateway/start.ts';
import { readGatewayOptions, USAGE } from './options.ts';

/**
 * Runs the gateway until a signal stops it.
 * @param args what follows the command's name
 * @returns the exit code; 2 if it could not start, with one line on standard error
 */
export async function runGateway(args: readonly string[]): Promise<number> {
  try {
    const options = readGatewayOptions(args);
    if (options === null) process.stdout.write(USAGE);
    else {
      const gateway = await startGateway(options);
      process.stdout.write(`${gateway.origin}/v1 forwards to ${gateway.target}. Press Ctrl-C to stop it.\n`);
      onStop(() => void gateway.close(30_000));
      const why = await gateway.missing();
      if (why) process.stderr.write(`stream-fixer: ${why} The gateway runs, and tries again with each request.\n`);
    }
    return 0;
  } catch (error) {
    process.stderr.write(`stream-fixer: ${error instanceof Error ? error.message : String(error)}\n`);
    return 2;
  }
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
