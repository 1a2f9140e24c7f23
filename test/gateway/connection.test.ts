import { connect, createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startGateway, type RunningGateway } from '../../src/gateway/node/start.ts';
import { readGatewayOptions } from '../../src/tools/cli/gateway/options.ts';
import { freePort } from '../../src/tools/demo/servers/server-process.ts';
import { gatewayTo, startBehind, type Behind } from './behind.ts';
import { until } from '../../src/tools/browsers/until.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const CHAT = JSON.stringify({
  model: 'm',
  stream: true,
  messages: [{ role: 'user', content: 'go' }],
});
const PACKED = gzipSync(
  'data: {"choices":[{"index":0,"delta":{"content":"`⏰ list`"}}]}\n\ndata: [DONE]\n\n',
);

let behind: Behind;
let gateway: RunningGateway;

beforeAll(async () => {
  behind = await startBehind((came, response) => {
    if (came.path === '/packed') {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'content-encoding': 'gzip' });
      return response.end(PACKED);
    }
    response.writeHead(200, {
      'content-type': 'application/octet-stream',
      'content-length': came.body.length,
    });
    response.end(came.body);
  });
  gateway = await gatewayTo(behind.origin);
});
afterAll(async () => {
  await gateway.close();
  await behind.close();
});

/** A server whose answers each test writes itself. */
async function rawServer(
  onData: (socket: Socket, text: string) => void,
): Promise<Server & { origin: string }> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (data) => onData(socket, data.toString('latin1')));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return Object.assign(server, {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  });
}

test('a server that closes idle connections at that moment fails no request', async () => {
  const served = new WeakSet<Socket>();
  const server = await rawServer((socket) => {
    // As if its idle time had ended while the request was on its way.
    if (served.has(socket)) return socket.destroy();
    served.add(socket);
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}');
  });
  const alone = await gatewayTo(server.origin);

  const statuses: number[] = [];
  for (const method of ['POST', 'POST', 'GET', 'GET', 'DELETE', 'DELETE']) {
    const response = await fetch(`${alone.origin}/v1/x`, {
      method,
      body: method === 'POST' ? CHAT : null,
      headers: JSON_TYPE,
    });
    await response.text();
    statuses.push(response.status);
  }
  await alone.close();
  server.close();

  expect(statuses).toEqual([200, 200, 200, 200, 200, 200]);
});

test('a server that reads a request and says nothing gets it once', async () => {
  let asked = 0;
  const server = await rawServer((socket, text) => {
    if (text.startsWith('POST')) asked++;
    socket.destroy();
  });
  const alone = await gatewayTo(server.origin);

  const response = await fetch(`${alone.origin}/v1/x`, {
    method: 'POST',
    body: CHAT,
    headers: JSON_TYPE,
  });
  await alone.close();
  server.close();

  expect(response.status).toBe(502);
  expect(asked).toBe(1);
});

test.each([
  ['http', ' closed the connection without an answer.', 502],
  ['https', ' does not speak TLS: use http:// in --upstream.', 502],
  ['https', ' did not answer within 15 seconds.', 504],
])('a server that answers nothing over %s: %s', async (scheme, words, status) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const server = await rawServer((socket) => {
    if (status === 504) vi.advanceTimersByTime(15_000);
    else if (scheme === 'https') socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
    else socket.destroy();
  });
  const alone = await gatewayTo(server.origin.replace('http', scheme));

  const response = await fetch(`${alone.origin}/v1/models`);
  vi.useRealTimers();
  await alone.close();
  server.close();

  expect(await response.json()).toMatchObject({
    error: { message: new URL(server.origin).host + words, code: status },
  });
  expect(response.status).toBe(status);
});

test('an answer that breaks off at once is passed on with everything that arrived', async () => {
  const frame = 'data: {"choices":[{"index":0,"delta":{"role":"assistant","content":"a\\n"}}]}\n\n';
  const head =
    'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n';
  const server = await rawServer((socket) => {
    socket.end(`${head}${frame.length.toString(16)}\r\n${frame}\r\n`);
  });
  const alone = await gatewayTo(server.origin);

  const seen: string[] = [];
  for (let i = 0; i < 20; i++) {
    const response = await fetch(`${alone.origin}/v1/x`, {
      method: 'POST',
      body: CHAT,
      headers: JSON_TYPE,
    });
    let text = '';
    const reading = (async () => {
      for await (const part of response.body!.pipeThrough(new TextDecoderStream())) text += part;
    })();
    await expect(reading).rejects.toThrow();
    seen.push(text);
  }
  await alone.close();
  server.close();

  expect(new Set(seen)).toEqual(new Set([frame]));
});

test('to a client of HTTP/1.0, as nginx is by default, an answer that breaks off is no whole one', async () => {
  const frame = 'data: {"choices":[{"index":0,"delta":{"role":"assistant","content":"a\\n"}}]}\n\n';
  const head = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Type:';
  const size = frame.length.toString(16);
  for (const type of ['text/event-stream', 'application/octet-stream']) {
    const server = await rawServer((socket) => {
      socket.end(`${head} ${type}\r\n\r\n${size}\r\n${frame}\r\n`);
    });
    const alone = await gatewayTo(server.origin);
    const socket = connect(Number(new URL(alone.origin).port), '127.0.0.1');
    socket.write(`GET /v1/x HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n`);
    let text = '';
    socket.on('data', (data) => (text += data.toString()));

    await expect(once(socket, 'end')).rejects.toThrow('ECONNRESET');
    expect(text.split('\r\n\r\n')[1]).toBe(frame);
    await alone.close();
    server.close();
  }
});

test('an answer that arrives before the body was read is passed on', async () => {
  const server = await rawServer((socket) => {
    socket.pause();
    socket.write(
      'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 413 Too Large\r\nContent-Length: 5\r\n\r\nlarge',
    );
  });
  const alone = await gatewayTo(server.origin);
  const body = new Uint8Array(20_000_000);

  const answer = await new Promise<number>((done, fail) => {
    const asked = request(`${alone.origin}/files`, { method: 'PUT' }, (response) =>
      done(response.statusCode ?? 0),
    );
    asked.on('error', fail).end(body);
  });
  await alone.close();
  server.close();

  expect(answer).toBe(413);
});

test('half a head is dropped in time, and a body may take longer', async () => {
  const settings = readGatewayOptions(['--upstream', behind.origin, '--listen', '127.0.0.1:9']);
  const listen = `127.0.0.1:${await freePort()}`;
  const hasty = await startGateway({ ...settings!, listen }, { headWithin: 400 });
  const { port } = new URL(hasty.origin);
  const slow = request({ port, method: 'POST', path: '/x', headers: { 'content-length': 4 } });
  slow.flushHeaders();
  slow.write('ab');
  const heads = ['', 'G', 'POST /v1/x HTTP/1.1\r\nHost: 127.0.0.1\r\nX-A: '].map((head) => {
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => {}).resume();
    socket.write(head);
    return new Promise((done) => socket.on('close', done));
  });

  await Promise.all(heads);
  const answered = new Promise<number | undefined>((done) =>
    slow.on('response', ({ statusCode }) => done(statusCode)),
  );
  slow.end('cd');
  expect(await answered).toBe(200);
  slow.destroy();
  await hasty.close();
});

test('a body of which nothing more comes is dropped, one that is slow is not', async () => {
  const settings = readGatewayOptions(['--upstream', behind.origin, '--listen', '127.0.0.1:9']);
  const listen = `127.0.0.1:${await freePort()}`;
  const hasty = await startGateway({ ...settings!, listen }, { silentFor: 2000 });
  const { port } = new URL(hasty.origin);
  const head = 'POST /v1/x HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 8\r\n';
  const dropped = ['', 'Content-Type: application/octet-stream\r\n'].map((type) => {
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => {}).resume();
    socket.write(`${head}${type}\r\nab`);
    return new Promise((done) => socket.on('close', done));
  });
  const slow = request({ port, method: 'POST', path: '/x', headers: { 'content-length': 8 } });
  const answered = new Promise<number | undefined>((done) =>
    slow.on('response', ({ statusCode }) => done(statusCode)),
  );
  for (const letter of 'abcdefgh') {
    slow.write(letter);
    await new Promise((done) => setTimeout(done, 400));
  }

  await Promise.all(dropped);
  expect(await answered).toBe(200);
  slow.destroy();
  await hasty.close();
});

test('requests that are sent before their answers go on one by one, and end with their client', async () => {
  let open = 0;
  let most = 0;
  const slow = await startBehind(async (came, response) => {
    most = Math.max(most, ++open);
    await new Promise((done) => setTimeout(done, 10));
    open--;
    response.end(came.path);
  });
  const alone = await gatewayTo(slow.origin);
  const { port } = new URL(alone.origin);
  const asking = (count: number): string =>
    Array.from({ length: count }, (_, i) => `GET /n${i}; HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`).join(
      '',
    );
  const socket = connect(Number(port), '127.0.0.1');
  let text = '';
  socket.on('data', (data) => (text += data.toString()));
  socket.write(asking(20));
  await until(() => text.includes('/n19;'), 'the last answer');
  socket.destroy();
  const leaver = connect(Number(port), '127.0.0.1');
  leaver.write(asking(100));
  await once(leaver, 'data');
  leaver.destroy();
  await alone.close();
  const came = slow.came.length;
  await slow.close();

  expect(most).toBe(1);
  expect(text.match(/\/n\d+;/g)).toEqual(Array.from({ length: 20 }, (_, i) => `/n${i};`));
  expect(came).toBeLessThan(60);
});

test.each([
  ['before their requests', 0],
  ['with their requests', 20],
])('connections that wait as it stops are answered: %s', async (_, after) => {
  const alone = await gatewayTo(behind.origin);
  const port = Number(new URL(alone.origin).port);
  const clients = Array.from({ length: 50 }, () => connect(port, '127.0.0.1'));
  const asks = 'GET /v1/x HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n';
  const answers = clients.map(async (socket) => {
    socket.on('error', () => {});
    await once(socket, 'connect');
    let text = '';
    socket.on('data', (data) => (text += data.toString()));
    setTimeout(() => socket.write(asks), after);
    await once(socket, 'close');
    return text.slice(0, 15);
  });
  await once(clients.at(-1)!, 'connect');

  await alone.close(10_000);

  expect(await Promise.all(answers)).toEqual(clients.map(() => 'HTTP/1.1 200 OK'));
});

test(
  'a client that has asked nothing does not keep it from stopping',
  { timeout: 5000 },
  async () => {
    const alone = await gatewayTo(behind.origin);
    const client = connect(Number(new URL(alone.origin).port), '127.0.0.1');
    await once(client, 'connect');
    const closed = once(client.resume(), 'close');

    await alone.close(60_000);
    await closed;
  },
);

test('a body of unknown length arrives complete, both ways', async () => {
  const parts = ['a'.repeat(70_000), 'b', 'c'.repeat(3000)];
  const body = new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(new TextEncoder().encode(part));
      controller.close();
    },
  });
  const headers = { 'content-type': 'application/octet-stream' };

  const response = await fetch(`${gateway.origin}/files`, {
    method: 'PUT',
    body,
    headers,
    duplex: 'half',
  } as RequestInit);

  expect(await response.text()).toBe(parts.join(''));
  expect(behind.came.at(-1)?.headers['transfer-encoding']).toBe('chunked');
});

test.each(['text/event-stream', 'application/grpc'])('trailers pass: %s', async (type) => {
  const other = await startBehind((_, response) => {
    response.writeHead(200, { 'content-type': type, trailer: 'grpc-status' });
    response.addTrailers({ 'grpc-status': '7' });
    response.end('data: {}\n\n');
  });
  const alone = await gatewayTo(other.origin);
  const { port } = new URL(alone.origin);
  const incoming = await new Promise<IncomingMessage>((done) => {
    request({ port, path: '/v1/x' }, done).end();
  });
  incoming.resume();
  await once(incoming, 'end');

  expect(incoming.trailers).toEqual({ 'grpc-status': '7' });
  await alone.close();
  await other.close();
});

test('the length of an answer reaches the client', async () => {
  const headers = { 'content-type': 'application/octet-stream' };

  const response = await fetch(`${gateway.origin}/files`, {
    method: 'PUT',
    body: 'x'.repeat(50_000),
    headers,
  });

  expect(response.headers.get('content-length')).toBe('50000');
  expect(await response.text()).toHaveLength(50_000);
});

test('an answer that the server compresses unasked passes unchanged', async () => {
  const bytes = await new Promise<Buffer>((done, fail) => {
    const asked = request(
      `${gateway.origin}/packed`,
      { method: 'POST', headers: JSON_TYPE },
      (response) => {
        const parts: Buffer[] = [];
        expect(response.headers['content-encoding']).toBe('gzip');
        response
          .on('data', (part: Buffer) => parts.push(part))
          .on('end', () => done(Buffer.concat(parts)));
      },
    );
    asked.on('error', fail).end(CHAT);
  });

  expect(gunzipSync(bytes)).toEqual(gunzipSync(PACKED));
});

test('interim answers and a head that drips cost no more than their length, and endless ones fail', async () => {
  const server = await rawServer((socket, text) => {
    if (text.includes('/endless'))
      return void socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(2000));
    socket.write('HTTP/1.1 100 Continue\r\n\r\n'.repeat(50));
    socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}');
  });
  const alone = await gatewayTo(server.origin);

  const [fine, endless] = await Promise.all(
    ['/x', '/endless'].map((path) => fetch(alone.origin + path)),
  );
  const seen = [fine?.status, await fine?.text(), endless?.status];
  await alone.close();
  server.close();

  expect(seen).toEqual([200, '{}', 502]);
});

test('headers of one connection are not passed on, nor are those that it names', async () => {
  const heads: string[] = [];
  const server = await rawServer((socket, text) => {
    if (!text.startsWith('GET /v1/health')) heads.push(text);
    socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}');
  });
  const alone = await gatewayTo(server.origin);
  const headers = {
    connection: 'close, X-Mine',
    'x-mine': '1',
    'proxy-authorization': 'Basic eA==',
    'x-theirs': '2',
  };

  await new Promise((done) =>
    request(`${alone.origin}/v1/models`, { headers }, (answer) =>
      answer.resume().on('end', done),
    ).end(),
  );
  await alone.close();
  server.close();

  expect(heads).toEqual([expect.stringContaining('x-theirs: 2')]);
  expect(heads[0]).not.toMatch(/x-mine|proxy-authorization/i);
});
