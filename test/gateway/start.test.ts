import fc from 'fast-check';
import { readFileSync, globSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import type { RunningGateway } from '../../src/gateway/node/start.ts';
import { parseRecording, type Recording } from '../../src/tools/demo/servers/recordings.ts';
import { createBodyNormalizer } from '../../src/normalizer/bodies/body-normalizer.ts';
import { gatewayTo, startBehind, type Behind } from './behind.ts';
import { bytesOf, pushAll, textOf } from '../normalizer/splits.ts';
import { runs } from '../support/speed.ts';
import { until } from '../../src/tools/browsers/until.ts';

const recordings = resolve(import.meta.dirname, '../recordings');
const NAMES = globSync('{hermes,llama.cpp}/*.txt', { cwd: recordings }).map((name) =>
  name.replaceAll('\\', '/'),
);

function recorded(name: string): Recording {
  return parseRecording(readFileSync(join(recordings, name), 'utf8'));
}

const RESULTS =
  'data: {"choices":[{"index":0,"delta":{"role":"assistant","content":"A.\\n搜索结果来自：\\nB."}}]}\n\n';

/** What the server does for a path that begins like this; otherwise it echoes what it got. */
const ANSWERS: Record<string, (response: ServerResponse, path: string) => unknown> = {
  '/v1/recorded/'(response, path) {
    const { headers, frames } = recorded(path.slice('/v1/recorded/'.length));
    response.writeHead(200, { ...headers, 'content-type': 'text/event-stream' });
    for (const frame of frames) response.write(frame);
    response.end();
  },
  '/status/'(response, path) {
    response.writeHead(Number(path.slice(8)), {
      'content-type': 'application/json',
      location: '/elsewhere',
    });
    response.end('{"error":{"message":"`⏰ list`"}}');
  },
  '/stream'(response) {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.flushHeaders();
    open.add(response);
  },
  '/results'(response) {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(RESULTS);
  },
  '/silent'() {},
  '/flood'(response) {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const frame = `data: {"choices":[{"index":0,"delta":{"content":"${'x'.repeat(60_000)}"}}]}\n\n`;
    function write(): void {
      while (flooded < 1e9 && response.write(frame)) flooded += frame.length;
    }
    response.on('drain', write);
    write();
  },
};

const open = new Set<ServerResponse>();
let flooded = 0;
let behind: Behind;
let gateway: RunningGateway;

beforeAll(async () => {
  behind = await startBehind((came, response) => {
    const answer = Object.entries(ANSWERS).find(([start]) => came.path.startsWith(start))?.[1];
    if (answer) return answer(response, came.path);
    response.writeHead(200, { 'content-type': 'application/octet-stream', 'x-path': came.path });
    response.end(came.body);
  });
  gateway = await gatewayTo(behind.origin);
});
afterAll(async () => {
  await gateway.close();
  await behind.close();
});

const CHAT = JSON.stringify({
  model: 'm',
  stream: true,
  messages: [{ role: 'user', content: 'go' }],
});

function ask(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = {
    'content-type': 'application/json',
    ...(init.headers as Record<string, string>),
  };
  return fetch(gateway.origin + path, {
    method: 'POST',
    body: CHAT,
    redirect: 'manual',
    ...init,
    headers,
  });
}

/** The server's side of the last stream that was requested. */
async function lastStream(): Promise<ServerResponse> {
  await until(() => open.size > 0, 'the reply to begin');
  const [response] = open;
  open.clear();
  return response!;
}

test.each(NAMES)('%s has the same output as from the normalizer', async (name) => {
  const { headers, frames } = recorded(name);
  const normalizer = createBodyNormalizer({
    contentType: 'text/event-stream',
    isReply: true,
    sessionId: headers['X-Hermes-Session-Id'] ?? null,
  });

  const response = await ask(`/v1/recorded/${name}`);

  expect(await response.text()).toBe(textOf(pushAll(normalizer!, bytesOf(frames.join('')), [])));
  expect(response.headers.get('x-hermes-session-id')).toBe(headers['X-Hermes-Session-Id'] ?? null);
});

test('a request is forwarded with its key and its headers, and with a clean history', async () => {
  const content = 'Let me look.\n`⏰ list`\n\n`💻 terminal`\n\n\nThree.';
  const body = JSON.stringify({ messages: [{ role: 'assistant', content }], model: 'm' });

  await (
    await ask('/v1/echo?a=%20b', {
      body,
      headers: { authorization: 'Bearer sk-1', 'x-other': 'a' },
    })
  ).text();

  const came = behind.came.at(-1)!;
  expect(came).toMatchObject({ method: 'POST', path: '/v1/echo?a=%20b' });
  expect(came.headers).toMatchObject({
    authorization: 'Bearer sk-1',
    'x-other': 'a',
    host: new URL(behind.origin).host,
  });
  expect(came.body.toString()).toBe(body.replace('\\n`⏰ list`\\n\\n`💻 terminal`\\n', ''));
});

test('an answer to the question of an agent passes unchanged', async () => {
  const body = '{"choice": "once", "request_id": "q"}';
  const response = await ask('/v1/runs/chatcmpl-1/approval', {
    body,
    headers: { authorization: 'Bearer k' },
  });

  expect(response.headers.get('x-path')).toBe('/v1/runs/chatcmpl-1/approval');
  expect(await response.text()).toBe(body);
});

test('bytes of any kind pass unchanged, both ways', async () => {
  const bytes = Uint8Array.from({ length: 100_000 }, (_, i) => (i * 7919) % 256);

  const response = await ask('/files', {
    body: bytes,
    method: 'PUT',
    headers: { 'content-type': 'application/octet-stream' },
  });

  expect(Buffer.compare(Buffer.from(await response.arrayBuffer()), bytes)).toBe(0);
});

test.each([301, 400, 401, 404, 429, 500, 503])(
  'an answer with status %i is what the server sent',
  async (status) => {
    const response = await ask(`/status/${status}`);

    expect(response.status).toBe(status);
    expect(response.headers.get('location')).toBe('/elsewhere');
    expect(await response.text()).toBe('{"error":{"message":"`⏰ list`"}}');
  },
);

test('each frame arrives before the next is sent', async () => {
  const response = await ask('/stream');
  const server = await lastStream();
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();

  for (const text of ['one', ': heartbeat', 'two']) {
    const frame = text.startsWith(':')
      ? `${text}\n\n`
      : `data: {"choices":[{"index":0,"delta":{"role":"assistant","content":"${text}"}}]}\n\n`;
    server.write(frame);
    expect((await reader.read()).value).toBe(frame);
  }
  server.end('data: [DONE]\n\n');
});

test('the server notices at once a client that leaves in the middle of a reply', async () => {
  const before = behind.left();
  const leaving = new AbortController();
  const answer = await ask('/stream', { signal: leaving.signal });
  const server = await lastStream();
  server.write('data: {"choices":[]}\n\n');
  await answer.body!.getReader().read();

  leaving.abort();

  await until(() => behind.left() > before, 'the server to notice');
});

test('the server notices at once a client that leaves before the answer', async () => {
  const { left_total: left = 0, unreachable_total: unreachable } = await counts();
  const before = behind.left();
  const asked = behind.came.length;
  const leaving = new AbortController();
  const answer = ask('/silent', { signal: leaving.signal }).catch(() => null);
  await until(() => behind.came.length > asked, 'the request');

  leaving.abort();
  await answer;

  await until(() => behind.left() > before, 'the server to notice');
  await until(async () => ((await counts()).left_total ?? 0) > left, 'the count');
  // Whoever presses stop says nothing about the server.
  expect((await counts()).unreachable_total).toBe(unreachable);
});

test('if the server breaks off, the client gets everything sent so far, and then the error', async () => {
  const response = await ask('/stream');
  const server = await lastStream();
  const frame = 'data: {"choices":[{"index":0,"delta":{"role":"assistant","content":"a\\n"}}]}\n\n';
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();

  await new Promise((done) => server.write(frame, done));
  const first = reader.read();
  await until(async () => (await counts()).replies_open, 'the reply to begin');
  server.destroy();

  expect((await first).value).toBe(frame);
  await expect(reader.read()).rejects.toThrow();
});

test('a client that reads nothing slows the server down', async () => {
  const leaving = new AbortController();
  await ask('/flood', { signal: leaving.signal });
  for (let before = -1; flooded !== before; await sleep(500)) before = flooded;

  // What sockets buffer on the way: far less than the server would have sent.
  expect(flooded).toBeLessThan(64_000_000);
  leaving.abort();
});

test('a socket passes, without a warning of Node to the operator', async () => {
  const warned = vi.fn<(warning: Error) => void>();
  process.on('warning', warned);
  onTestFinished(() => void process.off('warning', warned));
  const sockets = new WebSocketServer({ noServer: true });
  behind.server.on('upgrade', (request, socket, head) =>
    sockets.handleUpgrade(request, socket, head, (client) =>
      client.on('message', (data) => client.send(data)),
    ),
  );
  const client = new WebSocket(`${gateway.origin.replace('http', 'ws')}/socket`);

  const answer = new Promise((done) =>
    client.on('message', (data: Buffer) => done(data.toString())),
  );
  client.on('open', () => client.send('hello'));

  expect(await answer).toBe('hello');
  expect(warned.mock.calls.map(([{ message }]) => message)).toEqual([]);
  client.terminate();
  sockets.close();
});

test('it stops in time although a socket is open', async () => {
  const other = await startBehind(() => {});
  const sockets = new WebSocketServer({ server: other.server });
  const alone = await gatewayTo(other.origin);
  const client = new WebSocket(`${alone.origin.replace('http', 'ws')}/socket`);
  const gone = new Promise((done) => client.on('close', done));
  await new Promise((done, fail) => client.on('open', done).on('error', fail));

  await alone.close(60_000);

  await gone;
  sockets.close();
  await other.close();
}, 5000);

test(
  'it stops although someone asks again and again over one connection',
  { timeout: 5000 },
  async () => {
    let closed: Promise<void> | undefined;
    const other = await startBehind((_, response) => {
      closed ??= alone.close(60_000);
      response.end();
    });
    const alone = await gatewayTo(other.origin);

    while ((await fetch(alone.origin).catch(() => null))?.bodyUsed === false) await sleep(10);

    await closed;
    await other.close();
  },
);

test.each([
  ['hermes', 'event: hermes.tool.progress'],
  ['comments', ': tool-progress {"call":0'],
])(
  'a client that asks for progress as %s gets it, and the server does not see that header',
  async (form, words) => {
    const path = '/v1/recorded/hermes/v0.8-chat-scenario-1.txt';

    const asked = await (await ask(path, { headers: { 'x-stream-fixer-progress': form } })).text();
    const plain = await (await ask(path)).text();

    expect(asked).toContain(words);
    expect(plain).not.toContain('tool');
    expect(behind.came.at(-2)?.headers).not.toHaveProperty('x-stream-fixer-progress');
  },
);

test('an unknown form of progress is rejected with the known ones', async () => {
  const response = await ask('/v1/models', { headers: { 'x-stream-fixer-progress': 'all' } });

  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    error: { message: 'x-stream-fixer-progress is drop, hermes, comments or open-webui.' },
  });
});

async function counts(): Promise<Record<string, number>> {
  const text = await (await fetch(`${gateway.origin}/.stream-fixer/metrics`)).text();
  const lines = [...text.matchAll(/^stream_fixer_(\S+) (-?\d+)$/gm)];
  return Object.fromEntries(lines.map(([, name = '', value]) => [name, Number(value)]));
}

test('it reports that it is healthy, and counts what it did', async () => {
  const before = await counts();
  await (await ask('/v1/recorded/hermes/v0.8-chat-scenario-1.txt')).text();
  await (await ask('/v1/recorded/llama.cpp/b11549-one-tool.txt')).text();
  const after = await counts();

  const rose = (name: string): number => (after[name] ?? 0) - (before[name] ?? 0);
  expect(await (await fetch(`${gateway.origin}/.stream-fixer/health`)).json()).toEqual({
    status: 'ok',
  });
  const { host: upstream } = new URL(behind.origin);
  expect(rose(`requests_total{upstream="${upstream}",status="200"}`)).toBe(2);
  expect(rose(`request_duration_seconds_count{upstream="${upstream}"}`)).toBe(2);
  expect(rose(`request_duration_seconds_bucket{upstream="${upstream}",le="+Inf"}`)).toBe(2);
  expect(rose('replies_total')).toBe(2);
  expect(rose('reply_markers_removed_total')).toBe(1);
  expect(rose('repairs_total{repair="tool-call-split"}')).toBeGreaterThan(0);
  expect(after.failures_total).toBe(0);
});

/**
 * Sends a request unchanged, and waits until the gateway has answered and closed.
 * @returns the first line of the answer
 */
function send(head: string): Promise<string> {
  return new Promise((done) => {
    const socket = connect(Number(new URL(gateway.origin).port), '127.0.0.1');
    let answer = '';
    socket.setEncoding('latin1').on('data', (part: string) => (answer += part));
    socket.on('close', () => done(answer.split('\r\n')[0] ?? ''));
    socket.on('error', () => {});
    socket.write(`${head}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  });
}

test('a client that offers HTTP/2, as that of Java does, is answered in HTTP/1.1', async () => {
  const head =
    'GET /v1/models HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c';
  expect(await send(head)).toContain('200');
});

test('an invalid address is rejected', async () => {
  expect(await send('GET http://[ HTTP/1.1\r\nHost: 127.0.0.1')).toMatch(/ 4\d\d /);
});

test('`CONNECT` is refused, and fills no log', async () => {
  const log = vi.spyOn(process.stderr, 'write');
  expect(await send('CONNECT elsewhere.example:443 HTTP/1.1\r\nHost: elsewhere.example:443')).toBe(
    '',
  );
  expect(log.mock.calls).toEqual([]);
  log.mockRestore();
});

test('its health is for whoever asks, by any name and by none', async () => {
  const health = 'GET /.stream-fixer/health HTTP/1.';

  for (const head of [`${health}1\r\nHost: pod.example.test`, `${health}1`, `${health}0`])
    expect(await send(head)).toContain('200');
  expect(await send('GET /v1/models HTTP/1.1')).toContain('400');
  expect(await send('GET /.stream-fixer/metrics HTTP/1.1\r\nHost: pod.example.test')).toContain(
    '403',
  );
});

test('a name that was rebound to this machine gets no answer', async () => {
  const asked = behind.came.length;

  expect(await send('GET /v1/models HTTP/1.1\r\nHost: rebound.example.test')).toContain('403');
  expect(await send('GET /v1/models HTTP/1.1\r\nHost: localhost:1')).toContain('200');
  expect(behind.came.length - asked).toBe(1);
});

test('whatever the request line, only the configured server is called', async () => {
  const stranger = await startBehind((_, response) => response.end());
  const { host } = new URL(stranger.origin);
  const pieces = [
    ...'/ // \\ @ : ? # . .. %2e%2e %2f %5c %00 ; v1/ http:// https://'.split(' '),
    host,
    'x',
  ];
  const line = fc
    .array(fc.constantFrom(...pieces), { maxLength: 8 })
    .map((parts) => parts.join(''));
  const method = fc.constantFrom('GET', 'POST', 'HEAD', 'OPTIONS', 'PUT', 'CONNECT');
  const named = fc.constantFrom('127.0.0.1', 'localhost', host);
  const asked = behind.came.length;

  await fc.assert(
    fc.asyncProperty(method, line, named, async (verb, path, name) => {
      await send(`${verb} ${path || '*'} HTTP/1.1\r\nHost: ${name}`);
      expect(stranger.came).toEqual([]);
    }),
    {
      numRuns: runs(300),
      examples: [
        ['GET', `//${host}/v1/x`, '127.0.0.1'],
        ['GET', `http://${host}/v1/models`, '127.0.0.1'],
        ['GET', `http://${host}/v1/models`, host],
        ['CONNECT', host, host],
        ['GET', `/\\${host}/v1/x`, '127.0.0.1'],
      ],
    },
  );
  await stranger.close();
  expect(behind.came.length).toBeGreaterThan(asked);
  expect(behind.came.slice(asked).filter(({ path }) => !path.startsWith('/'))).toEqual([]);
});

test('paths lead to the servers that are named for them, and other paths to none', async () => {
  const other = await startBehind((came, response) => response.end(`other ${came.path}`));
  const alone = await gatewayTo(`/b=${other.origin}`, '--upstream', `/b/c=${behind.origin}`);
  const paths = [
    '/b/v1/x',
    '/b/c/v1/x',
    '/b',
    '/bc/v1/x',
    '/v1/x',
    '/b/../v1/x',
    '/.stream-fixer/health',
  ];

  const answers = await Promise.all(
    paths.map(async (path) => {
      const response = await fetch(alone.origin + path);
      return (
        response.headers.get('x-path') ?? (response.ok ? await response.text() : response.status)
      );
    }),
  );
  await Promise.all([alone.close(), other.close()]);

  expect(answers).toEqual(['other /v1/x', '/v1/x', 'other /', 404, 404, 404, '{"status":"ok"}']);
});

test('repairs and rule packs are those that the operator chooses', async () => {
  const name = 'v1/recorded/llama.cpp/b11549-one-tool.txt';
  const alone = await gatewayTo(behind.origin, '--no-repair', 'tool-call-split', '--rules', 'kimi');
  const texts = ({ origin }: RunningGateway) =>
    Promise.all([name, 'results'].map(async (path) => (await fetch(`${origin}/${path}`)).text()));

  const [plain, chosen] = await Promise.all([gateway, alone].map(texts));
  await alone.close();

  expect(plain).toEqual([expect.stringContaining('"arguments":""'), RESULTS]);
  expect(chosen).toEqual([
    expect.not.stringContaining('"arguments":""'),
    RESULTS.replace('搜索结果来自：\\n', ''),
  ]);
});

test('an unreachable server is an error that clients can show', async () => {
  const gone = await startBehind(() => {});
  await gone.close();
  const alone = await gatewayTo(gone.origin);

  const response = await fetch(`${alone.origin}/v1/models`);
  const missing = await Promise.all([alone.look(), gateway.look()]);
  await alone.close();

  expect(missing).toEqual([[`Nothing listens at ${new URL(gone.origin).host}.`], []]);
  expect(response.status).toBe(502);
  expect(await response.json()).toMatchObject({
    error: { message: `Nothing listens at ${new URL(gone.origin).host}.` },
  });
});

test('a port in use is reported in plain words', async () => {
  await expect(gatewayTo(behind.origin, '--listen', new URL(gateway.origin).host)).rejects.toThrow(
    'choose another port with --listen',
  );
});
