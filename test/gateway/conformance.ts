/**
 * What every gateway does, in whichever runtime: cases with what is asked, and what client and
 * server get.
 */
import { once } from 'node:events';
import { request, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { createBodyNormalizer } from '../../src/normalizer/bodies/body-normalizer.ts';
import { readRecording } from '../../src/tools/demo/servers/recordings.ts';
import { chunk, sse } from '../normalizer/repairs/repaired.ts';
import { bytesOf, pushAll, textOf } from '../normalizer/splits.ts';
import { startBehind, type Behind } from './behind.ts';
import { until } from '../../src/tools/browsers/until.ts';

/** The keys of the closed gateway: that of its clients, and that of the server. */
export const KEYS = { own: 'own-key', servers: 'server-key' };
const PAGE = 'http://page.example';

/** Two gateways of one runtime before the same server. */
export interface Gateways {
  /** Origin of one that everybody may ask, with `OPEN`. */
  readonly open: string;
  /** Origin of one that needs a key, with `CLOSED`. */
  readonly closed: string;
  readonly behind: Behind;
  /**
   * A client that has left is noticed without a piece for it: workerd sees the end of a connection
   * as it writes.
   */
  readonly seesLeaving: boolean;
}

/** A server that nobody can reach. */
const DOWN = 'http://127.0.0.1:9';

/** @returns the options of both gateways, as in a file for `--config`, besides the keys */
export function optionsOf({ origin }: Pick<Behind, 'origin'>) {
  return {
    open: { upstream: [origin, `/down=${DOWN}`], log: 'all' },
    closed: { upstream: [`/a=${origin}`], cors: [PAGE], log: 'off', 'written-calls': true },
  } as const;
}

const MARKED = JSON.stringify({
  model: 'm',
  messages: [
    { role: 'assistant', content: 'Three.\n`⏰ list`\n\n`💻 terminal`\n\n\nDone.' },
    { role: 'user', content: '`⏰ list`' },
  ],
});
const CLEAN = MARKED.replace('`⏰ list`\\n\\n`💻 terminal`\\n\\n\\nDone', '\\nDone');

const DANGER = readRecording('v0.22-danger').frames.join('');
const SESSION = 'api-dc85c7e075a86e2b';
const TOOLS = readRecording('v0.8-chat-scenario-1').frames.join('');
const SOUND = [
  ': keep \u00e9\n\n',
  'data:{ "id": "x", "choices": [ {"index":0,"delta":{"role":"assistant","content":"\u00fc\\u00e9 "}} ] }\r\n\r\n',
  'data: {"id":"x","choices":[{"index":0,"delta":{"content":"1e3"},"finish_reason":"stop"}],"x":1.0}\n\n',
  'data: [DONE]\n\n',
].join('');
const LOOKALIKE = ['Sure.\n', '`💻 ', 'ls -la`', '\n\nThree ', 'files.'].map((content) =>
  sse(chunk({ content })),
);
const PACKED = gzipSync(TOOLS);
const ERROR = '{"error":{"message":"`⏰ list`"}}';

function cleaned(body: string): string {
  const normalizer = createBodyNormalizer({ contentType: 'text/event-stream', isReply: true });
  return textOf(pushAll(normalizer!, bytesOf(body), []));
}

const open = new Set<ServerResponse>();

/** The server's side of the last reply that was left open. */
async function openReply(): Promise<ServerResponse> {
  await until(() => open.size > 0, 'the reply to begin');
  const [response] = open;
  open.clear();
  return response!;
}

/** What the server does for a path that ends so; else it sends back what it got. */
const ANSWERS: Readonly<Record<string, (response: ServerResponse) => unknown>> = {
  '/v1/health': (response) => response.end('{"status":"ok","platform":"hermes-agent"}'),
  '/tools': (response) => stream(response).end(TOOLS),
  '/danger': (response) => stream(response, { 'x-hermes-session-id': SESSION }).end(DANGER),
  [`/api/sessions/${SESSION}/messages?limit=50&order=latest`](response) {
    const content = JSON.stringify({ output: '', exit_code: 2 });
    const timestamp = Date.now() / 1000;
    const entry = { role: 'tool', tool_call_id: 'call_d1', tool_name: 'terminal', content };
    response.end(JSON.stringify({ data: [{ ...entry, timestamp }] }));
  },
  '/sound': (response) => stream(response).end(SOUND),
  '/alike': (response) => stream(response).end(`${LOOKALIKE.join('')}data: [DONE]\n\n`),
  '/packed': (response) => stream(response, { 'content-encoding': 'gzip' }).end(PACKED),
  '/failing': (response) =>
    response.writeHead(429, { 'content-type': 'application/json', 'retry-after': '7' }).end(ERROR),
  '/moved': (response) => response.writeHead(302, { location: '/elsewhere' }).end(),
  '/nothing': (response) => response.writeHead(204).end(),
  '/cookies': (response) => response.setHeader('set-cookie', ['a=1', 'b=2']).end('{}'),
  '/hang-up': (response) => response.destroy(),
  '/silent': (response) => void open.add(response),
  '/left-open'(response) {
    stream(response).flushHeaders();
    open.add(response);
  },
};

function stream(response: ServerResponse, headers: Record<string, string> = {}): ServerResponse {
  return response.writeHead(200, { 'content-type': 'text/event-stream', ...headers });
}

/** Starts the server that stands behind all gateways of the suite. */
export async function startConformanceServer(): Promise<Behind> {
  const behind = await startBehind(({ path, method, body, headers }, response) => {
    const answer = Object.entries(ANSWERS).find(([end]) => path.endsWith(end))?.[1];
    if (answer) return answer(response);
    const type = headers['content-type'] ?? 'application/octet-stream';
    response.writeHead(200, { 'content-type': type, 'x-method': method });
    return response.end(body);
  });
  const sockets = new WebSocketServer({ server: behind.server });
  sockets.on('connection', (client) => client.on('message', (data) => client.send(data)));
  return behind;
}

interface Asked {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

const BYTES = Uint8Array.from({ length: 100_000 }, (_, i) => (i * 7919) % 256);
const JSON_TYPE = { 'content-type': 'application/json' };

function chat(path: string, headers: Readonly<Record<string, string>> = {}, body = MARKED): Asked {
  return { method: 'POST', path, headers: { ...JSON_TYPE, ...headers }, body };
}

/** A case: what is asked, and what client and server get. */
interface Case {
  readonly asks: Asked;
  /** Of the gateway that needs a key. */
  readonly ofClosed?: true;
  readonly status?: number;
  /** Headers of the answer; null for none. */
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly body?: string | Uint8Array | RegExp;
  /** The last request that the server got; null for none. */
  readonly server?: {
    readonly path?: string;
    readonly headers?: Readonly<Record<string, string | undefined>>;
    readonly body?: string | Uint8Array;
  } | null;
}

const OWN_ERROR = /"type":"stream_fixer_gateway"/;
const WITH_KEY = { authorization: `Bearer ${KEYS.own}` };

export const CASES: Readonly<Record<string, Case>> = {
  'a history is cleaned': {
    asks: chat('/v1/echo?a=%20b', { 'x-other': 'a', authorization: 'Bearer sk' }),
    server: {
      path: '/v1/echo?a=%20b',
      body: CLEAN,
      headers: { 'x-other': 'a', authorization: 'Bearer sk', 'accept-encoding': 'identity' },
    },
    headers: { 'x-method': 'POST' },
  },
  'a reply is cleaned': { asks: chat('/v1/tools'), body: cleaned(TOOLS) },
  'progress comes as Hermes sends it': {
    asks: chat('/v1/tools', { 'x-stream-fixer-progress': 'hermes' }),
    body: /event: hermes\.tool\.progress\ndata: .*"status":"running"/,
    server: { headers: { 'x-stream-fixer-progress': undefined } },
  },
  'progress comes as comments': {
    asks: chat('/v1/tools', { 'x-stream-fixer-progress': 'comments' }),
    body: /: tool-progress \{"call":0/,
  },
  'progress comes for Open WebUI, with what the record says at the end': {
    asks: chat('/v1/chat/completions?/danger', {
      'x-stream-fixer-progress': 'open-webui',
      authorization: 'Bearer sk',
    }),
    body: /data: \[DONE\]\n\ndata: \{"event":.*Failed \(exit 2\): rm -rf \/srv\/demo\/old/,
    server: { headers: { authorization: 'Bearer sk' } },
  },
  'an unknown form of progress is refused': {
    asks: chat('/v1/tools', { 'x-stream-fixer-progress': 'all' }),
    status: 400,
    body: OWN_ERROR,
    server: null,
  },
  'a sound stream is the same, byte for byte': {
    asks: chat('/v1/sound'),
    headers: { 'content-type': 'text/event-stream' },
    body: SOUND,
  },
  'a server that says that it is Hermes is believed': {
    asks: chat('/v1/alike'),
    body: /^(?![^]*ls -la`)[^]*files\./,
  },
  'a whole answer is cleaned': {
    asks: chat('/v1/echo', {}, '{"choices":[{"message":{"role":"assistant","content":"a"}}]}'),
    body: '{"choices":[{"message":{"role":"assistant","content":"a"}}]}',
  },
  'a file passes byte for byte': {
    asks: { method: 'PUT', path: '/files', body: BYTES },
    body: BYTES,
    headers: { 'x-method': 'PUT' },
    server: { body: BYTES },
  },
  'a signed request passes as it is': {
    asks: chat('/v1/echo', { 'x-body-signature': 'a' }),
    server: { body: MARKED },
  },
  'a compressed request passes as it is': {
    asks: { ...chat('/v1/echo', { 'content-encoding': 'gzip' }), body: gzipSync(MARKED) },
    server: { body: gzipSync(MARKED), headers: { 'content-encoding': 'gzip' } },
  },
  'a compressed answer passes as it is': {
    asks: chat('/v1/packed'),
    headers: { 'content-encoding': 'gzip' },
    body: PACKED,
  },
  'an error of the server passes': {
    asks: chat('/v1/failing'),
    status: 429,
    headers: { 'retry-after': '7' },
    body: ERROR,
  },
  'a redirect is not followed': {
    asks: { path: '/v1/moved' },
    status: 302,
    headers: { location: '/elsewhere' },
  },
  'an answer without a body passes': { asks: { path: '/v1/nothing' }, status: 204, body: '' },
  'the head of an answer can be asked for': {
    asks: { method: 'HEAD', path: '/v1/models' },
    body: '',
    headers: { 'x-method': 'HEAD' },
  },
  'cookies stay several': { asks: { path: '/v1/cookies' }, headers: { 'set-cookie': 'a=1, b=2' } },
  'another host name is refused': {
    asks: chat('/v1/echo', { host: 'rebound.example' }),
    status: 403,
    body: OWN_ERROR,
    server: null,
  },
  'a server that cannot be reached is an error': {
    asks: chat('/down/v1/echo'),
    status: 502,
    body: OWN_ERROR,
  },
  'a server that hangs up is an error': { asks: chat('/v1/hang-up'), status: 502, body: OWN_ERROR },
  'without a key nobody is answered': {
    asks: chat('/a/v1/echo'),
    ofClosed: true,
    status: 401,
    body: OWN_ERROR,
    server: null,
  },
  'with another key, neither': {
    asks: chat('/a/v1/echo', { authorization: `Bearer ${KEYS.servers}` }),
    ofClosed: true,
    status: 401,
    server: null,
  },
  'with its key, the server gets its own': {
    asks: chat('/a/v1/echo', WITH_KEY),
    ofClosed: true,
    server: { path: '/v1/echo', headers: { authorization: `Bearer ${KEYS.servers}` } },
  },
  'the key may come as that of Anthropic': {
    asks: chat('/a/v1/echo', { 'x-api-key': KEYS.own }),
    ofClosed: true,
    server: { headers: { 'x-api-key': KEYS.servers, authorization: undefined } },
  },
  'a path of no server is refused': {
    asks: chat('/b/v1/echo', WITH_KEY),
    ofClosed: true,
    status: 404,
    body: OWN_ERROR,
    server: null,
  },
  'a page of an allowed origin may ask': {
    asks: {
      method: 'OPTIONS',
      path: '/a/v1/echo',
      headers: { origin: PAGE, 'access-control-request-method': 'POST' },
    },
    ofClosed: true,
    status: 204,
    headers: {
      'access-control-allow-origin': PAGE,
      'access-control-allow-headers': '*, Authorization',
    },
    server: null,
  },
  'such a page may read the answer': {
    asks: chat('/a/v1/echo', { ...WITH_KEY, origin: PAGE }),
    ofClosed: true,
    headers: { 'access-control-allow-origin': PAGE, 'access-control-expose-headers': '*' },
    server: { headers: { origin: undefined } },
  },
  'such a page may read a refusal': {
    asks: { path: '/a/v1/echo', headers: { origin: PAGE } },
    ofClosed: true,
    status: 401,
    headers: { 'access-control-allow-origin': PAGE },
  },
  'no other page may': {
    asks: chat('/a/v1/echo', { ...WITH_KEY, origin: 'http://evil.example' }),
    ofClosed: true,
    headers: { 'access-control-allow-origin': null },
    server: { headers: { origin: 'http://evil.example' } },
  },
  'its health is for everybody, by any name': {
    asks: { path: '/.stream-fixer/health', headers: { host: 'pod.example' } },
    ofClosed: true,
    headers: { 'content-type': 'application/json' },
    body: '{"status":"ok"}',
    server: null,
  },
  'its counts need the key': {
    asks: { path: '/.stream-fixer/metrics' },
    ofClosed: true,
    status: 401,
  },
  'its counts are Prometheus text': {
    asks: { path: '/.stream-fixer/metrics' },
    headers: { 'content-type': 'text/plain; version=0.0.4' },
    body: /^stream_fixer_replies_total \d+\n[^]*stream_fixer_request_duration_seconds/m,
    server: null,
  },
  'other paths of its own are refused': {
    asks: { path: '/.stream-fixer/other' },
    status: 404,
    body: OWN_ERROR,
    server: null,
  },
};

interface Got {
  readonly answer: IncomingMessage;
  readonly body: Buffer;
}

/** Sends a request as it is. */
async function send(origin: string, { method = 'GET', path, headers, body }: Asked): Promise<Got> {
  const asked = request(origin + path, { method, headers: { ...headers } });
  asked.end(body);
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  return { answer, body: await buffer(answer) };
}

/** Tries one case. */
export async function tryCase(one: Case, { open: free, closed, behind }: Gateways): Promise<void> {
  const { asks, ofClosed, status = 200, headers = {}, body, server } = one;
  const before = behind.came.length;

  const got = await send(ofClosed ? closed : free, asks);
  const came = behind.came.slice(before);

  expect(got.answer.statusCode, got.body.toString()).toBe(status);
  for (const [name, value] of Object.entries(headers))
    expect(got.answer.headers[name]?.toString().replaceAll(/,(?! )/g, ', ') ?? null).toBe(value);
  if (body instanceof RegExp) expect(got.body.toString()).toMatch(body);
  else if (body !== undefined) expect(got.body).toEqual(Buffer.from(body));
  if (server === null) expect(came).toEqual([]);
  if (!server) return;
  const last = came.at(-1);
  if (server.path) expect(last?.path).toBe(server.path);
  if (server.body) expect(last?.body).toEqual(Buffer.from(server.body));
  for (const [name, value] of Object.entries(server.headers ?? {}))
    expect(last?.headers[name], name).toBe(value);
}

const FRAME = 'data: {"choices":[{"index":0,"delta":{"role":"assistant","content":"a"}}]}\n\n';

/** Asks for a reply that stays open. */
async function askOpen({ open: free }: Gateways) {
  const stop = new AbortController();
  const answer = await fetch(`${free}/v1/left-open`, {
    method: 'POST',
    headers: JSON_TYPE,
    body: MARKED,
    signal: stop.signal,
  });
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  return { server: await openReply(), reader, stop };
}

async function counted({ open: free }: Gateways, name: string): Promise<number> {
  const { body } = await send(free, { path: '/.stream-fixer/metrics' });
  return Number(new RegExp(`^stream_fixer_${name} (\\d+)$`, 'm').exec(body.toString())?.[1]);
}

/** What takes several steps. */
export const SCENES: Readonly<Record<string, (gateways: Gateways) => Promise<void>>> = {
  async 'each frame arrives before the next is sent'(gateways) {
    const { server, reader } = await askOpen(gateways);
    for (let i = 0; i < 3; i++) {
      server.write(FRAME);
      expect((await reader.read()).value).toBe(FRAME);
    }
    server.end();
  },
  async 'a reply that breaks off comes as far as it came, and is an error'(gateways) {
    const { server, reader } = await askOpen(gateways);
    const held = FRAME.replace('"a"', '"a\\n"');
    await new Promise((done) => server.write(FRAME, done));
    expect((await reader.read()).value).toBe(FRAME);
    await new Promise((done) => server.write(held, done));
    const rest = reader.read();
    server.destroy();
    expect((await rest).value).toBe(held);
    await expect(reader.read()).rejects.toThrow();
  },
  async 'the server notices a client that leaves in the middle of a reply'(gateways) {
    const { behind, seesLeaving } = gateways;
    const { server, reader, stop } = await askOpen(gateways);
    const left = behind.left();
    server.write(FRAME);
    await reader.read();
    expect(await counted(gateways, 'replies_open')).toBe(1);
    stop.abort();
    if (!seesLeaving) {
      const timer = setInterval(() => server.write(': \n\n'), 100);
      onTestFinished(() => clearInterval(timer));
    }
    await until(() => behind.left() > left, 'the server to notice');
    await until(async () => (await counted(gateways, 'replies_open')) === 0, 'the count');
  },
  async 'the server notices a client that leaves before the answer'(gateways) {
    const { behind, seesLeaving } = gateways;
    const stop = new AbortController();
    const left = behind.left();
    const [gone, unreachable] = [
      await counted(gateways, 'left_total'),
      await counted(gateways, 'unreachable_total'),
    ];
    const init = { method: 'POST', headers: JSON_TYPE, body: MARKED, signal: stop.signal };
    const answer = fetch(`${gateways.open}/v1/silent`, init).catch(() => null);
    const server = await openReply();
    stop.abort();
    await answer;
    if (!seesLeaving) {
      const timer = setInterval(() => server.write(FRAME), 100);
      onTestFinished(() => clearInterval(timer));
    }
    await until(() => behind.left() > left, 'the server to notice');
    if (seesLeaving)
      await until(async () => (await counted(gateways, 'left_total')) > gone, 'the count');
    // Whoever presses stop says nothing about the server.
    expect(await counted(gateways, 'unreachable_total')).toBe(unreachable);
  },
  async 'a body that is too long to be read passes to its last byte'({ open: free, behind }) {
    const length = 33 * 1024 * 1024;
    const body = Buffer.concat([Buffer.from(MARKED), Buffer.alloc(length, 'x')]);
    await send(free, { method: 'POST', path: '/v1/nothing', headers: JSON_TYPE, body });
    expect(behind.came.at(-1)?.body.equals(body)).toBe(true);
  },
  async 'what it did is counted'(gateways) {
    const names = ['replies_total', 'reply_markers_removed_total', 'history_markers_removed_total'];
    const counts = () => Promise.all(names.map((name) => counted(gateways, name)));
    const before = await counts();
    await send(gateways.open, chat('/v1/tools'));
    const risen = (await counts()).map((now, i) => now - before[i]!);
    expect(risen).toEqual([1, 1, 2]);
    const { host } = new URL(gateways.behind.origin);
    const { body } = await send(gateways.open, { path: '/.stream-fixer/metrics' });
    expect(body.toString()).toContain(`requests_total{upstream="${host}",status="200"}`);
    expect(await counted(gateways, 'failures_total')).toBe(0);
    await send(gateways.open, { ...chat('/v1/tools'), method: 'HEAD' });
    expect(await counted(gateways, 'replies_open')).toBe(0);
  },
  async 'a socket passes, also from a page'({ open: free, closed }) {
    const ofPage = { headers: { ...WITH_KEY, origin: PAGE } };
    for (const [address, options] of [
      [`${free}/socket`, {}],
      [`${closed}/a/socket`, ofPage],
    ] as const) {
      const client = new WebSocket(address.replace('http', 'ws'), options);
      const said = new Promise((done, fail) => {
        client.on('error', fail).on('open', () => client.send('hello'));
        client.on('message', (data: Buffer) => done(data.toString()));
      });
      expect(await said).toBe('hello');
      client.terminate();
    }
  },
};
