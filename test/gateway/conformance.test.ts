// The conformance suite with the gateway in Node, and with the handler of workers;
// test/real/gateway/worker.test.ts runs it in workerd.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { startGateway, type RunningGateway } from '../../src/gateway/node/start.ts';
import { readBindings } from '../../src/gateway/worker-options.ts';
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
import { serveHandler } from './handler-server.ts';

let folder = '';
let gateways: Gateways;
let handlers: Gateways;
const running: RunningGateway[] = [];
const serving: Server[] = [];

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

async function serve(options: object, keys: object = {}): Promise<string> {
  const server = await serveHandler(readBindings({ OPTIONS: options, ...keys }));
  serving.push(server);
  return server.origin;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'stream-fixer-conformance-'));
  const behind = await startConformanceServer();
  const { open, closed } = optionsOf(behind);
  const keys = [
    ...['--key-file', written('own', KEYS.own)],
    ...['--upstream-key-file', written('servers', KEYS.servers)],
  ];
  gateways = {
    behind,
    seesLeaving: true,
    open: await start(open),
    closed: await start(closed, ...keys),
  };
  handlers = {
    behind,
    seesLeaving: true,
    open: await serve(open),
    closed: await serve(closed, { KEY: KEYS.own, UPSTREAM_KEY: KEYS.servers }),
  };
});
afterAll(async () => {
  for (const gateway of running) await gateway.close(0);
  serving.forEach((server) => server.close().closeAllConnections());
  await gateways.behind.close();
  rmSync(folder, { recursive: true });
});

describe('the gateway in Node', () => {
  test.each(Object.entries(CASES))('%s', (_, one) => tryCase(one, gateways));

  test.each(Object.entries(SCENES))('%s', (_, play) => play(gateways));
});

/** What Node's `fetch` cannot do: it decodes what nobody reads, and has no sockets. */
const NOT_IN_NODE = ['a compressed answer passes as it is', 'a socket passes, also from a page'];

function entriesFor<Each>(all: Readonly<Record<string, Each>>): [string, Each][] {
  return Object.entries(all).filter(([name]) => !NOT_IN_NODE.includes(name));
}

describe('the handler of workers', () => {
  test.each(entriesFor(CASES))('%s', (_, one) => tryCase(one, handlers));

  test.each(entriesFor(SCENES))('%s', (_, play) => play(handlers));
});
