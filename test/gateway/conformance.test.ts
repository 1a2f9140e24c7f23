// The conformance suite with the gateway in Node; test/real/gateway/worker.test.ts runs it with that in workerd.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import { startGateway, type RunningGateway } from '../../src/gateway/node/start.ts';
import { readGatewayOptions } from '../../src/tools/cli/gateway/options.ts';
import { freePort } from '../../src/tools/demo/servers/server-process.ts';
import {
  CASES,
  KEYS,
  optionsOf,
  SCENES,
  startConformanceServer,
  tryCase,
  type Gateways,
} from './conformance.ts';

let folder = '';
let gateways: Gateways;
const running: RunningGateway[] = [];

function written(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

async function start(options: object, ...args: readonly string[]): Promise<string> {
  const config = written('gateway.json', JSON.stringify(options));
  const listen = `127.0.0.1:${await freePort()}`;
  const settings = readGatewayOptions(['--config', config, '--listen', listen, ...args]);
  const gateway = await startGateway(settings!, { write: () => {} });
  running.push(gateway);
  await gateway.look();
  return gateway.origin;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'stream-fixer-conformance-'));
  const behind = await startConformanceServer();
  const { open, closed } = optionsOf(behind);
  const keys = [
    ...['--key-file', written('own', KEYS.own)],
    ...['--upstream-key-file', written('servers', KEYS.servers)],
  ];
  gateways = { behind, open: await start(open), closed: await start(closed, ...keys) };
});
afterAll(async () => {
  for (const gateway of running) await gateway.close(0);
  await gateways.behind.close();
  rmSync(folder, { recursive: true });
});

test.each(Object.entries(CASES))('%s', (_, one) => tryCase(one, gateways));

test.each(Object.entries(SCENES))('%s', (_, play) => play(gateways));
