// The gateway as a worker in the real workerd, with the configuration of the docs.

import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../../../src/tools/browsers/until.ts';
import { buildWorker } from '../../../src/tools/cli/package.ts';
import { freePort } from '../../../src/tools/demo/servers/server-process.ts';
import {
  CASES,
  KEYS,
  optionsOf,
  SCENES,
  startConformanceServer,
  tryCase,
  type Gateways,
} from '../../gateway/conformance.ts';
import { HAS_WORKERD, installWorkerd } from '../workerd.ts';

let folder = '';
let workerd = '';
let gateways: Gateways;
/** What all of them have written. */
let said = '';
const stops: (() => void)[] = [];

/** Starts one. @returns its origin */
async function start(options: object, hasKeys = false): Promise<string> {
  writeFileSync(join(folder, 'gateway.json'), JSON.stringify(options));
  const config = readFileSync(join(folder, 'config.capnp'), 'utf8');
  const name = join(folder, hasKeys ? 'with-keys.capnp' : 'without.capnp');
  writeFileSync(name, hasKeys ? config.replaceAll('# (name = ', '(name = ') : config);
  const address = `127.0.0.1:${await freePort()}`;
  const environment = { STREAM_FIXER_KEY: KEYS.own, STREAM_FIXER_UPSTREAM_KEY: KEYS.servers };
  const child = spawn(workerd, ['serve', name, '--socket-addr', `http=${address}`], {
    env: { ...process.env, ...environment },
  });
  stops.push(() => child.kill('SIGKILL'));
  const hear = (words: Buffer): void => void (said += words.toString());
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  const health = `http://${address}/.stream-fixer/health`;
  await until(() => fetch(health).catch(() => null), 'the worker to start', 30_000);
  return `http://${address}`;
}

describe.runIf(HAS_WORKERD)('in workerd', () => {
  beforeAll(async () => {
    workerd = installWorkerd();
    folder = mkdtempSync(join(tmpdir(), 'stream-fixer-worker-'));
    await buildWorker(folder);
    const behind = await startConformanceServer();
    const { open, closed } = optionsOf(behind);
    gateways = {
      behind,
      seesLeaving: false,
      open: await start(open),
      closed: await start(closed, true),
    };
  }, 300_000);
  afterAll(async () => {
    stops.forEach((stop) => stop());
    await gateways?.behind.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test.each(Object.entries(CASES))('%s', (_, one) => tryCase(one, gateways));

  test.each(Object.entries(SCENES))('%s', (_, play) => play(gateways));

  test('each request is one line, without content, key or query', async () => {
    said = '';
    const asks = '{"messages":[{"role":"user","content":"words"}]}';
    const headers = { 'content-type': 'application/json', authorization: 'Bearer secret' };
    const init = { method: 'POST', headers, body: asks };
    await (await fetch(`${gateways.open}/v1/asked?key=secret&/tools`, init)).text();
    await expect.poll(() => said).toContain('/v1/asked');

    expect(JSON.parse(said)).toMatchObject({
      method: 'POST',
      path: '/v1/asked',
      status: 200,
      upstream: new URL(gateways.behind.origin).host,
      markers: 1,
      failed: false,
      whole: true,
    });
    expect(said).not.toMatch(/secret|words/);
  });

  test('with wrong options, each answer says what is wrong, its health too', async () => {
    const origin = await start({ upstream: gateways.behind.origin, media: '/srv' });
    const response = await fetch(`${origin}/.stream-fixer/health`);

    expect(response.status).toBe(500);
    expect(await response.text()).toContain('a worker has no files');
  });
});
