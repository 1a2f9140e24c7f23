/** A real agent behind a proxy that sees every request, and a page on another origin that asks it. */
import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http';
import { createHash } from 'node:crypto';
import type { Page } from 'puppeteer-core';
import { until } from '../../src/tools/browsers/until.ts';
import type { Upstream } from '../../src/tools/demo/servers/upstream.ts';
import { listen } from '../support/listen.ts';

/** A request that reached the agent. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

/** Sends something else than the agent's record, or the record later. */
export type Spoil = (response: ServerResponse) => Promise<void> | void;

export interface WatchedAgent extends Upstream {
  /** Of a page that may ask it. */
  readonly site: string;
  readonly asked: readonly Asked[];
  /** When the last question of the agent passed, with its names, and the last end of a stream; by `Date.now()`. */
  readonly passed: { question: number; run: string; request: string; end: number };
  /** Instead of the record; null: as it is. */
  spoil: Spoil | null;
  /** Answers that reached the agent, as it was asked. */
  answers(): string[];
  /** The sessions whose records were read. */
  reads(): string[];
  /** @returns what the agent recorded of the calls in the conversation that began with this question, as it is */
  record(question: string): Promise<string>;
}

const PAGE = `<!doctype html><meta charset="utf-8"><title>Talk</title><h1>Talk</h1><script>
window.replies = {};
window.ask = async (question, url, key) => {
  const article = document.createElement('article');
  article.dataset.role = 'assistant';
  document.body.append(article);
  const reply = (replies[question] = { text: '', frames: '', ended: 0, failed: '' });
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer ' + key },
      body: JSON.stringify({ model: 'hermes-agent', stream: true, messages: [{ role: 'user', content: question }] }),
    });
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let rest = ''; ; ) {
      const { value, done } = await reader.read();
      if (done) break;
      reply.frames += value;
      const lines = (rest + value).split('\\n');
      rest = lines.pop();
      for (const line of lines) {
        const data = /^data: (\\{.*)/.exec(line);
        reply.text += (data && JSON.parse(data[1]).choices?.[0]?.delta.content) ?? '';
      }
      article.textContent = reply.text;
    }
  } catch (error) {
    reply.failed = String(error);
  }
  reply.ended = Date.now();
};
</script>`;

/** The longest reply; Hermes takes its time over its first. */
const END_MS = 60_000;

/** Number of agents so far. */
const counter = globalThis as typeof globalThis & { watchedAgents?: number };

export async function watchAgent(upstream: Upstream): Promise<WatchedAgent> {
  const asked: Asked[] = [];
  const passed = { question: 0, run: '', request: '', end: 0 };

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.headers.host?.startsWith('talk-')) {
      response.writeHead(200, { 'content-type': 'text/html' });
      return void response.end(request.url?.startsWith('/?') ? PAGE : '');
    }
    const { method = '', url: path = '', headers } = request;
    const parts: Buffer[] = [];
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
    const body = Buffer.concat(parts);
    asked.push({ method, path, body: body.toString() });
    const isRecord = method === 'GET' && path.startsWith('/api/sessions/');
    if (isRecord && watched.spoil) {
      response.setHeader('access-control-allow-origin', '*');
      return watched.spoil(response);
    }
    const ahead = send(upstream.origin + path, { method, headers }, (answer) => {
      response.socket?.setNoDelay(true);
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.on('data', (piece: Buffer) => {
        response.write(piece);
        const [, data] = /event: approval\.request\ndata: (.*)/.exec(piece.toString()) ?? [];
        if (data === undefined) return;
        const { run_id: run, request_id: request } = JSON.parse(data) as Record<string, string>;
        Object.assign(passed, { question: Date.now(), run, request });
      });
      answer.on('end', () => {
        if (path.endsWith('/chat/completions')) passed.end = Date.now();
        response.end();
      });
      answer.on('error', () => response.destroy());
    });
    ahead.on('error', () => response.destroy());
    response.on('close', () => ahead.destroy());
    ahead.end(body);
  }

  const server = createServer((request, response) => {
    pass(request, response).catch(() => response.destroy());
  });
  const { port } = await listen(server);
  counter.watchedAgents = (counter.watchedAgents ?? 0) + 1;
  const watched: WatchedAgent = {
    origin: `http://127.0.0.1:${port}`,
    key: upstream.key,
    site: `http://talk-${counter.watchedAgents}.localhost:${port}`,
    asked,
    passed,
    spoil: null,
    answers: () =>
      asked.filter(({ method, path }) => method === 'POST' && path.endsWith('/approval')).map(({ body }) => body),
    reads: () =>
      asked.flatMap(
        ({ method, path }) => (method === 'GET' && /^\/api\/sessions\/([^/]+)\/messages/.exec(path)?.[1]) || [],
      ),
    async record(question) {
      const session = `api-${createHash('sha256').update(`\n${question}`).digest('hex').slice(0, 16)}`;
      const url = `${upstream.origin}/api/sessions/${session}/messages?limit=500`;
      const answer = await fetch(url, { headers: { authorization: `Bearer ${upstream.key}` } });
      const { data = [] } = (await answer.json()) as { data?: { role: string; content: unknown }[] };
      return data.flatMap(({ role, content }) => (role === 'tool' ? [String(content)] : [])).join('\n');
    },
  };
  return watched;
}

declare const window: Window & {
  ask(question: string, url: string, key: string): Promise<void>;
  replies: Record<string, { text: string; frames: string; ended: number; failed: string }>;
};

/** Asks, without waiting for the reply. */
export async function askFrom(page: Page, { origin, key }: Upstream, question: string): Promise<void> {
  const url = `${origin}/v1/chat/completions`;
  await page.evaluate((...args) => void window.ask(...args), question, url, key);
}

/** Waits for the end of the reply. */
export async function endOf(page: Page, question: string): Promise<(typeof window.replies)[string]> {
  await page.waitForFunction((wanted) => window.replies[wanted]!.ended > 0, { timeout: END_MS }, question);
  return page.evaluate((wanted) => window.replies[wanted]!, question);
}

/** Waits until the agent asks, and somebody sees it. @returns milliseconds from one to the other */
export async function seenAfter(
  { passed }: WatchedAgent,
  since: number,
  isSeen: () => Promise<boolean>,
): Promise<number> {
  const asked = await until(() => passed.question > since && passed.question, 'the question', END_MS);
  await until(isSeen, 'the question to be seen', END_MS);
  return Date.now() - asked;
}
