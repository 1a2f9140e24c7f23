// What an operator sees, and changes, while a gateway runs.

import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { startGateway, type RunningGateway } from '../../src/gateway/node/start.ts';
import { lookAt } from '../../src/gateway/known-servers.ts';
import { asking } from '../../src/gateway/node/upstream.ts';
import { createMemory } from '../../src/gateway/policy.ts';
import { freePort } from '../../src/tools/demo/servers/server-process.ts';
import { chunk, sse } from '../normalizer/repairs/repaired.ts';
import { settingsTo, startBehind, type Behind } from './behind.ts';

/** A server whose name cannot be read: nothing of ours expects that. */
function brokenUpstream(origin: string) {
  const url = Object.defineProperty(new URL(origin), 'host', {
    get() {
      throw new Error('canary');
    },
  });
  return { path: '', url };
}

/** A line that only its server tells from the model's own words. */
const LOOKALIKE = ['Sure.\n', '`💻 ', 'ls -la`', '\n\nThree ', 'files.'].map((content) =>
  sse(chunk({ content })),
);
const ASKS = {
  method: 'POST',
  headers: { 'content-type': 'application/json', authorization: 'Bearer secret' },
  body: '{"model":"m","messages":[{"role":"user","content":"words"}],"stream":true}',
};

let behind: Behind;
/** Replies in progress. */
let open: ServerResponse[] = [];
let isHermes = true;

beforeAll(async () => {
  behind = await startBehind(({ path }, response) => {
    if (path === '/v1/health' && isHermes)
      return response.end('{"status":"ok","platform":"hermes-agent"}');
    if (path.startsWith('/v1/broken'))
      return response.writeHead(200, { 'content-length': 9 }).write('x', () => response.destroy());
    if (!path.startsWith('/v1/chat/')) return response.writeHead(404).end();
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(LOOKALIKE.join(''));
    if (path.endsWith('/open')) open.push(response);
    else response.end('data: [DONE]\n\n');
  });
});

afterAll(() => behind.close());

async function running(...args: readonly string[]) {
  const lines: string[] = [];
  const settings = await settingsTo(behind.origin, ...args);
  const gateway = await startGateway(settings, { write: (line) => lines.push(line) });
  onTestFinished(() => gateway.close(0));
  const read = (): Record<string, unknown>[] =>
    lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  return { gateway, settings, lines, read };
}

/** For the rest of a test, the server does not say what it is. */
function sayNothing(): void {
  isHermes = false;
  onTestFinished(() => void (isHermes = true));
}

async function ask({ origin }: RunningGateway, path: string): Promise<string> {
  return (await fetch(origin + path, ASKS)).text();
}

test('a request that our own code fails is answered and logged as an error, and no one that left', async () => {
  const lines: string[] = [];
  const settings = {
    ...(await settingsTo(behind.origin)),
    upstreams: [brokenUpstream(behind.origin)],
  };
  const gateway = await startGateway(settings, { write: (line) => lines.push(line) });
  onTestFinished(() => gateway.close(0));

  const text = await ask(gateway, '/v1/chat/completions');
  await expect.poll(() => lines).toHaveLength(1);

  expect(JSON.parse(text)).toMatchObject({ error: { type: 'stream_fixer_gateway', code: 500 } });
  expect(JSON.parse(lines[0]!)).toMatchObject({ status: 500, whole: true });
  expect(text + lines.join('')).not.toContain('canary');
});

test('a socket is one line once it is closed', async () => {
  const sockets = new WebSocketServer({ server: behind.server });
  onTestFinished(() => sockets.close());
  const { gateway, lines, read } = await running('--log', 'all');

  const client = new WebSocket(`${gateway.origin.replace('http', 'ws')}/socket?key=secret`);
  await once(client, 'open');
  expect(lines).toEqual([]);
  client.close();
  await expect.poll(() => lines).toHaveLength(1);

  expect(read()[0]).toMatchObject({
    method: 'GET',
    path: '/socket',
    status: 101,
    upstream: new URL(behind.origin).host,
    failed: false,
    socket: true,
  });
  expect(read()[0]?.bytes).toBeGreaterThan(0);
});

test('each request is one line, without content, key or query', async () => {
  const { gateway, lines, read } = await running('--log', 'all', '--hermes');

  await ask(gateway, '/v1/chat/completions?key=secret');
  await ask(gateway, '/v1/none');
  await expect.poll(() => lines).toHaveLength(2);

  expect(read()).toEqual([
    {
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      method: 'POST',
      path: '/v1/chat/completions',
      status: 200,
      upstream: new URL(behind.origin).host,
      ms: expect.any(Number),
      bytes: expect.any(Number),
      markers: 1,
      repairs: 0,
      frames: expect.any(Number),
      failed: false,
      whole: true,
    },
    expect.objectContaining({ path: '/v1/none', status: 404, frames: 0, whole: true }),
  ]);
  expect(lines.every((line) => line.indexOf('\n') === line.length - 1)).toBe(true);
  expect(lines.join('')).not.toMatch(/secret|words|files/);
});

test('unless asked, only what failed is logged, and who leaves is no failure', async () => {
  const gone = await startBehind(() => {});
  const { gateway, lines, read } = await running('--upstream', `/gone=${gone.origin}`);
  await gone.close();

  await ask(gateway, '/v1/chat/completions');
  await ask(gateway, '/v1/none');
  const stop = new AbortController();
  const left = await fetch(`${gateway.origin}/v1/chat/open`, { ...ASKS, signal: stop.signal });
  stop.abort();
  await expect(left.text()).rejects.toThrow();
  await ask(gateway, '/gone/v1/x');
  await ask(gateway, '/v1/broken').catch(() => {});
  await expect.poll(() => lines).toHaveLength(2);

  expect(read()).toMatchObject([
    { path: '/gone/v1/x', status: 502, failed: true },
    { path: '/v1/broken', status: 200, whole: false, failed: true },
  ]);
});

test('with the log off, nothing is written', async () => {
  const { gateway, lines } = await running('--log', 'off');
  const other = await running('--log', 'all');

  await ask(gateway, '/v1/broken').catch(() => {});
  await ask(other.gateway, '/v1/none');
  await expect.poll(() => other.lines).toHaveLength(1);

  expect(lines).toEqual([]);
});

test('a gateway that has just started treats a reply as one that has long known its server', async () => {
  const [old, fresh] = [await running(), await running()];
  await old.gateway.look();
  const cleaned = await ask(old.gateway, '/v1/chat/completions');
  // The server is down when it is asked again.
  sayNothing();
  await old.gateway.look();
  const still = await ask(old.gateway, '/v1/chat/completions');
  const unknown = await ask(fresh.gateway, '/v1/chat/completions');
  isHermes = true;
  await fresh.gateway.look();
  const known = await ask(fresh.gateway, '/v1/chat/completions');

  expect(unknown).toContain('ls -la`');
  expect(cleaned).not.toContain('ls -la`');
  expect([still, known]).toEqual([cleaned, cleaned]);
});

test('the first request to a gateway that has just started waits for what its server is', async () => {
  const { gateway } = await running();
  const [first, other] = await Promise.all(
    ['/v1/chat/completions', '/v1/chat/other'].map((path) => ask(gateway, path)),
  );

  expect(first).toContain('files.');
  expect(`${first}${other}`).not.toContain('ls -la`');
});

test('a server that says at the start what it is, is not asked again by the first requests', async () => {
  let looks = 0;
  const other = await startBehind(({ path }, response) => {
    if (path.endsWith('/health')) looks++;
    response.writeHead(404).end();
  });
  onTestFinished(() => other.close());
  const settings = await settingsTo(other.origin, '--log', 'off');
  const gateway = await startGateway(settings);
  onTestFinished(() => gateway.close(0));

  await gateway.look();
  await ask(gateway, '/v1/chat/completions');
  gateway.reload(settings);
  await ask(gateway, '/v1/chat/completions');

  expect(looks).toBe(1);
});

test('a server that is down as its gateway starts is asked again once it is there', async () => {
  const settings = await settingsTo(`http://127.0.0.1:${await freePort()}`, '--log', 'off');
  const gateway = await startGateway(settings);
  onTestFinished(() => gateway.close(0));
  expect(await gateway.look()).toHaveLength(1);
  expect(await ask(gateway, '/v1/chat/completions')).toContain('Nothing listens');

  const late = createServer(
    (request, response) => void behind.server.emit('request', request, response),
  );
  await once(late.listen(Number(settings.upstreams[0]!.url.port), '127.0.0.1'), 'listening');
  onTestFinished(() => void late.close());

  // On a busy machine even a refusal takes its time, and the server is left alone for a moment.
  await expect.poll(() => ask(gateway, '/v1/chat/completions')).not.toContain('ls -la`');
});

test('options that are read again count for the next request, and a reply in progress goes on', async () => {
  const { gateway, settings } = await running();
  sayNothing();
  open = [];
  const began = await fetch(`${gateway.origin}/v1/chat/open`, ASKS);
  await expect.poll(() => open).toHaveLength(1);

  gateway.reload({ ...settings, isHermes: true });
  const next = await ask(gateway, '/v1/chat/completions');
  open[0]!.end('data: [DONE]\n\n');

  expect(next).not.toContain('ls -la`');
  expect(await began.text()).toContain('ls -la`');
  const metrics = await (await fetch(`${gateway.origin}/.stream-fixer/metrics`)).text();
  expect(metrics).toContain('stream_fixer_replies_total 2\n');
});

test('an address to listen on changes with a restart only', async () => {
  const { gateway, settings } = await running();
  sayNothing();

  expect(() => gateway.reload({ ...settings, sharesPort: true })).toThrow('--reuse-port');
  expect(() => gateway.reload({ ...settings, listen: '127.0.0.1:1', isHermes: true })).toThrow(
    'with a restart only',
  );
  expect(await ask(gateway, '/v1/chat/completions')).toContain('ls -la`');
});

test('a server that takes the question and says nothing is given up', async () => {
  const silent = await startBehind(() => {});
  onTestFinished(() => silent.close());
  const upstream = { path: '', url: new URL(silent.origin) };
  const known = createMemory().of(upstream);
  const missing = await lookAt({ upstream, known }, asking(upstream), 50);

  expect([known.isHermes, missing]).toEqual([false, expect.stringContaining('did not answer')]);
  await expect.poll(() => silent.left()).toBe(1);
});
