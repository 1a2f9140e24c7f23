/** A real agent behind a proxy that sees every request, and a page on another origin that asks it. */
import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Page } from 'puppeteer-core';
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
  /** When the last question of the agent passed, and the last end of a stream; by `Date.now()`. */
  readonly passed: { question: number; end: number };
  /** Instead of the record; null: as it is. */
  spoil: Spoil | null;
  /** Answers that reached the agent, as it was asked. */
  answers(): string[];
  /** The sessions whose records were read. */
  reads(): string[];
  /** @returns what the agent recorded of its calls in a session, as it is */
  record(session: string): Promise<string>;
  close(): void;
}

const PAGE = `<!doctype html><meta charset="utf-8"><title>Talk</title><h1>Talk</h1><script>
window.replies = {};
window.ask = async (name, question, url, key) => {
  const article = document.createElement('article');
  article.dataset.role = 'assistant';
  document.body.append(article);
  const reply = (replies[name] = { text: '', frames: '', ended: 0, failed: '' });
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

/** Number of agents so far. */
const counter = globalThis as typeof globalThis & { watchedAgents?: number };

export async function watchAgent(upstream: Upstream): Promise<WatchedAgent> {
  const asked: Asked[] = [];
  const passed = { question: 0, end: 0 };

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.headers.host?.startsWith('talk-')) {
      response.writeHead(200, { 'content-type': 'text/html' });
      return void response.end(request.url === '/' ? PAGE : '');
    }
    const { method = '', url: path = '', headers } = request;
    const parts: Buffer[] = [];
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
    const body = Buffer.concat(parts);
    asked.push({ method, path, body: body.toString() });
    const t0 = Date.now();
    if (process.env.DEBUG31)
      response.on('close', () =>
        console.log('closed', method, path.slice(0, 60), Date.now() - t0, response.writableEnded),
      );
    const isRecord = method === 'GET' && path.startsWith('/api/sessions/');
    if (isRecord && watched.spoil) {
      response.setHeader('access-control-allow-origin', '*');
      return watched.spoil(response);
    }
    const ahead = send(upstream.origin + path, { method, headers }, (answer) => {
      response.socket?.setNoDelay(true);
      if (process.env.DEBUG31)
        console.log(method, path.slice(0, 60), answer.statusCode, Date.now() - t0, 'ms at', Date.now() % 100000);
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.on('data', (piece: Buffer) => {
        if (piece.includes('event: approval.request')) passed.question = Date.now();
        response.write(piece);
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
  const { port, close } = await listen(server);
  counter.watchedAgents = (counter.watchedAgents ?? 0) + 1;
  const watched: WatchedAgent = {
    origin: `http://127.0.0.1:${port}`,
    key: upstream.key,
    site: `http://talk-${counter.watchedAgents}.localhost:${port}`,
    asked,
    passed,
    spoil: null,
    answers: () => asked.filter(({ path }) => path.endsWith('/approval')).map(({ body }) => body),
    reads: () =>
      asked.flatMap(
        ({ method, path }) => (method === 'GET' && /^\/api\/sessions\/([^/]+)\/messages/.exec(path)?.[1]) || [],
      ),
    async record(session) {
      const url = `${upstream.origin}/api/sessions/${session}/messages?limit=500`;
      const answer = await fetch(url, { headers: { authorization: `Bearer ${upstream.key}` } });
      const { data = [] } = (await answer.json()) as { data?: { role: string; content: unknown }[] };
      return data.flatMap(({ role, content }) => (role === 'tool' ? [String(content)] : [])).join('\n');
    },
    close,
  };
  return watched;
}

declare const window: Window & {
  ask(name: string, question: string, url: string, key: string): Promise<void>;
  replies: Record<string, { text: string; frames: string; ended: number; failed: string }>;
};

/** Asks, without waiting for the reply. */
export async function askFrom(page: Page, { origin, key }: Upstream, name: string, question: string): Promise<void> {
  const url = `${origin}/v1/chat/completions`;
  await page.evaluate((...args) => void window.ask(...args), name, question, url, key);
}

export function replyIn(page: Page, name: string): Promise<(typeof window.replies)[string] | undefined> {
  return page.evaluate((wanted) => window.replies[wanted], name);
}
