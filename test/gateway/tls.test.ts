// The certificates in `certificates` were made with openssl, valid from 2020 to 2120: an authority,
// a server named `localhost` with a certificate of that authority, and another authority. The keys
// of both authorities were deleted.
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { WebSocket, WebSocketServer } from 'ws';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gatewayTo } from './behind.ts';

const folder = join(import.meta.dirname, 'certificates');
const AUTHORITY = join(folder, 'authority.pem');
const STRANGER = join(folder, 'stranger.pem');

let server: Server;
let port = 0;
let asked = 0;

beforeAll(async () => {
  const certificate = {
    cert: readFileSync(join(folder, 'server.pem')),
    key: readFileSync(join(folder, 'server-key.pem')),
  };
  server = createServer(certificate, (request, response) => {
    asked++;
    void buffer(request).then((body) =>
      response.end(`${request.method} ${request.url} ${body.toString()}`),
    );
  });
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (client) => client.on('message', (data) => client.send(data)));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function post(origin: string): Promise<{ status: number; text: string }> {
  const response = await fetch(`${origin}/v1/x`, { method: 'POST', body: '{}' });
  return { status: response.status, text: await response.text() };
}

test('a server whose authority is named by --ca is called over TLS, sockets included', async () => {
  const gateway = await gatewayTo(`https://localhost:${port}`, '--ca', AUTHORITY);
  const client = new WebSocket(`${gateway.origin.replace('http', 'ws')}/socket`);

  const said = await new Promise((done, fail) => {
    client.on('error', fail).on('open', () => client.send('hello'));
    client.on('message', (data: Buffer) => done(data.toString()));
  });
  const answer = await post(gateway.origin);
  client.terminate();
  await gateway.close();

  expect(answer).toEqual({ status: 200, text: 'POST /v1/x {}' });
  expect(said).toBe('hello');
});

test.each([
  ['without --ca', 'localhost', []],
  ['with another authority', 'localhost', ['--ca', STRANGER]],
  ['under a name that the certificate lacks', '127.0.0.1', ['--ca', AUTHORITY]],
])('%s, the certificate is rejected and nothing is sent', async (_, host, args) => {
  const before = asked;
  const gateway = await gatewayTo(`https://${host}:${port}`, ...args);

  const answer = await post(gateway.origin);
  await gateway.close();

  expect(answer.status).toBe(502);
  expect(asked).toBe(before);
});
