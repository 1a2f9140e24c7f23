import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { isSame } from '../../src/gateway/access.ts';
import type { RunningGateway } from '../../src/gateway/node/start.ts';
import { gatewayTo, startBehind, type Behind } from './behind.ts';

const CERTIFICATES = join(import.meta.dirname, 'certificates');
const PAGE = 'http://localhost:3000';
const KEY = { authorization: 'Bearer own-key' };

let folder = '';
let behind: Behind;
let gateway: RunningGateway;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'stream-fixer-keys-'));
  writeFileSync(join(folder, 'own'), 'own-key\n');
  writeFileSync(join(folder, 'server'), 'server-key\n');
  behind = await startBehind((_, response) => {
    response.setHeader('access-control-allow-origin', 'https://other.test');
    response.end('{}');
  });
  const keys = ['--key-file', join(folder, 'own'), '--upstream-key-file', join(folder, 'server')];
  gateway = await gatewayTo(behind.origin, ...keys, '--cors', PAGE);
});
afterAll(async () => {
  await gateway.close();
  await behind.close();
  rmSync(folder, { recursive: true });
});

test.each<[what: string, headers: Record<string, string>, path: string, status: number]>([
  ['no key', {}, '/v1/models', 401],
  ['another key', { authorization: 'Bearer own-kez' }, '/v1/models', 401],
  ['the key of the server', { authorization: 'Bearer server-key' }, '/v1/models', 401],
  ['no key, for the counts', {}, '/.stream-fixer/metrics', 401],
  ['no key, for its health', {}, '/.stream-fixer/health', 200],
  ['the key', KEY, '/v1/models', 200],
])('a request with %s', async (_, headers, path, status) => {
  const { length } = behind.came;
  const response = await fetch(gateway.origin + path, { headers });

  expect(response.status).toBe(status);
  const came = behind.came.slice(length).map((each) => each.headers.authorization);
  expect(came).toEqual(headers === KEY ? ['Bearer server-key'] : []);
});

test.each(['x-api-key', 'x-goog-api-key', 'api-key'])(
  'the key may come as %s, and the server gets its own there',
  async (name) => {
    const { status } = await fetch(`${gateway.origin}/v1/models`, {
      headers: { [name]: 'own-key' },
    });
    const refused = await fetch(`${gateway.origin}/v1/models`, {
      headers: { [name]: 'server-key' },
    });
    const { headers } = behind.came.at(-1)!;

    expect([status, refused.status, headers[name], headers.authorization]).toEqual([
      200,
      401,
      'server-key',
      undefined,
    ]);
  },
);

test('a socket needs the key, too', async () => {
  const client = new WebSocket(`${gateway.origin.replace('http', 'ws')}/socket`);

  const status = await new Promise((done) =>
    client.on('unexpected-response', (_, { statusCode }) => done(statusCode)),
  );

  expect(status).toBe(401);
  client.on('error', () => {}).terminate();
});

test('a page of an allowed origin may ask, and the server does not see that it is one', async () => {
  const asks = { origin: PAGE, 'access-control-request-method': 'POST' };
  const may = await fetch(`${gateway.origin}/v1/chat/completions`, {
    method: 'OPTIONS',
    headers: asks,
  });
  const response = await fetch(`${gateway.origin}/v1/models`, {
    headers: { ...KEY, origin: PAGE },
  });
  const refused = await fetch(`${gateway.origin}/v1/models`, { headers: { origin: PAGE } });

  expect(may.status).toBe(204);
  expect(may.headers.get('access-control-allow-headers')).toContain('Authorization');
  for (const each of [may, response, refused])
    expect(each.headers.get('access-control-allow-origin')).toBe(PAGE);
  expect(behind.came.at(-1)?.headers).not.toHaveProperty('origin');
});

test('no other page may', async () => {
  const origin = 'http://evil.test';
  const asks = { origin, 'access-control-request-method': 'POST' };
  const may = await fetch(`${gateway.origin}/v1/x`, { method: 'OPTIONS', headers: asks });
  const response = await fetch(`${gateway.origin}/v1/x`, { headers: { ...KEY, origin } });

  for (const { headers } of [may, response])
    expect(headers.get('access-control-allow-origin')).toBeNull();
  // The server can refuse it.
  expect(behind.came.at(-1)?.headers).toHaveProperty('origin', origin);
});

test('with a certificate it listens over TLS', async () => {
  const [cert, key] = ['server.pem', 'server-key.pem'].map((name) => join(CERTIFICATES, name));
  const secure = await gatewayTo(behind.origin, '--tls-cert', cert!, '--tls-key', key!);
  const ca = readFileSync(join(CERTIFICATES, 'authority.pem'));

  const answer = await new Promise<string>((done, fail) => {
    const asked = request(`${secure.origin}/v1/models`, { ca, servername: 'localhost' }, (got) =>
      done(text(got)),
    );
    asked.on('error', fail).end();
  });

  expect([answer, secure.servers[0]!.address]).toEqual(['{}', `${secure.origin}/v1`]);
  expect(secure.origin).toMatch(/^https:/);
  await secure.close();
});

test.each([
  ['key', true],
  ['', false],
  ['ke', false],
  ['kez', false],
  ['keys', false],
  ['keykey', false],
  ['key\0', false],
])('"%s" is the key: %s', (given, is) => {
  expect(isSame(given, 'key')).toBe(is);
});
