/**
 * Gateways as operators start them: of the built package, in Node and in workerd, each a process
 * that can be killed.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../../../src/tools/browsers/until.ts';
import { freePort } from '../../../src/tools/demo/servers/server-process.ts';
import { installWorkerd } from '../workerd.ts';

export type GatewayKind = 'node' | 'workerd';

/** @param folder of the package @param upstream origin of the server */
export async function startGatewayProcess(kind: GatewayKind, folder: string, upstream: string) {
  const address = `127.0.0.1:${await freePort()}`;
  const [program, args] = kind === 'node' ? inNode(folder) : inWorkerd(folder, upstream);
  const more =
    kind === 'node'
      ? ['--upstream', upstream, '--log', 'off', '--listen', address]
      : ['--socket-addr', `http=${address}`];
  let child: ChildProcess;
  const leave = (): void => void child.kill('SIGKILL');

  async function start(): Promise<void> {
    child = spawn(program, [...args, ...more], { stdio: ['ignore', 'ignore', 'inherit'] });
    const health = `http://${address}/.stream-fixer/health`;
    await until(
      () =>
        fetch(health).then(
          ({ ok }) => ok,
          () => false,
        ),
      'the gateway to start',
      60_000,
    );
  }

  /** @returns its exit code, or the signal that ended it */
  async function end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | string> {
    const ended = once(child, 'exit') as Promise<[number | null, string | null]>;
    child.kill(signal);
    const [code, by] = await ended;
    return code ?? by ?? '';
  }

  await start();
  process.once('exit', leave);
  return { address, start, end, pid: () => child.pid ?? 0 };
}

function inNode(folder: string): [program: string, args: readonly string[]] {
  return [process.execPath, [join(folder, 'dist/bin/stream-fixer.js'), 'gateway']];
}

function inWorkerd(folder: string, upstream: string): [program: string, args: readonly string[]] {
  const worker = join(folder, 'dist/worker');
  writeFileSync(join(worker, 'gateway.json'), JSON.stringify({ upstream, log: 'off' }));
  return [installWorkerd(), ['serve', join(worker, 'config.capnp')]];
}
