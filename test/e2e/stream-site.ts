/** A site whose streams a test controls: each frame is sent when the test says so. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { until } from '../../src/tools/browsers/until.ts';
import type { Frame } from './frames.ts';
import { listen } from '../support/listen.ts';

export interface Stream {
  /** The request body as it arrived. */
  readonly body: string;
  write(...frames: readonly Frame[]): Promise<void>;
  end(): void;
  /** Breaks the connection, as a crashed server does. */
  break(): void;
  /** Whether the browser has closed it. */
  isClosed(): boolean;
}

export interface StreamSite {
  readonly origin: string;
  /** Waits until the page has requested the stream of this name, by POST or by an EventSource. */
  stream(name: string): Promise<Stream>;
  close(): void;
}

export interface SiteOptions {
  /** Responses to GET, by path; a page that can stream is at `/` by default. */
  readonly files?: Readonly<
    Record<
      string,
      {
        readonly type: string;
        readonly body: string;
        /** Sent after the body; until it is there, the response stays open. */
        readonly rest?: Promise<string>;
        readonly headers?: Readonly<Record<string, string>>;
      }
    >
  >;
}

/** Number of sites created so far by this worker. */
const counter = globalThis as typeof globalThis & { streamSites?: number };

/** What the page's own script offers to the tests. */
export interface StreamPage {
  /** Everything that went wrong from the page's point of view. */
  readonly faults: string[];
  readonly reads: Record<
    string,
    { text: string; state: 'open' | 'done' | 'failed'; error: string; stop(): void; cancel(): void }
  >;
  start(name: string, messages?: readonly object[]): void;
}

const SCRIPT = `
window.faults = [];
window.reads = {};
addEventListener('error', (event) => faults.push('error ' + event.message));
addEventListener('unhandledrejection', (event) => faults.push('rejection ' + event.reason));
addEventListener('securitypolicyviolation', (event) => faults.push('policy ' + event.violatedDirective));
window.start = (name, messages = [{ role: 'user', content: 'Go' }]) => {
  const article = document.createElement('article');
  article.dataset.role = 'assistant';
  document.body.append(article);
  const controller = new AbortController();
  const read = { text: '', state: 'open', error: '', stop: () => controller.abort(), cancel: () => {} };
  reads[name] = read;
  (async () => {
    const body = JSON.stringify({ model: 'hermes-agent', stream: true, messages });
    const headers = { 'content-type': 'application/json' };
    const response = await fetch('/v1/chat/completions?' + name, { method: 'POST', headers, body, signal: controller.signal });
    const reader = response.body.getReader();
    read.cancel = () => reader.cancel();
    const decoder = new TextDecoder();
    for (;;) {
      const { value, done } = await reader.read();
      if (done) break;
      read.text += decoder.decode(value, { stream: true });
    }
    read.state = 'done';
  })().catch((error) => {
    read.state = 'failed';
    read.error = error.name;
  });
};
`;

const PAGE = '<!doctype html><title>Streams</title><script src="/page.js"></script><h1>Streams</h1>';

/** Starts a site under a name that no permission covers yet. */
export async function serveStreams({ files = {} }: SiteOptions = {}): Promise<StreamSite> {
  const served: SiteOptions['files'] = {
    '/': { type: 'text/html; charset=utf-8', body: PAGE },
    // Requested by browsers themselves; without an answer they complain in the console.
    '/favicon.ico': { type: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' },
    '/page.js': { type: 'text/javascript; charset=utf-8', body: SCRIPT },
    ...files,
  };
  const streams = new Map<string, Stream>();

  async function take(request: IncomingMessage, response: ServerResponse, name: string): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
    response.socket?.setNoDelay(true);
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
    response.flushHeaders();
    let closed = false;
    const over = new Promise<void>((done) => {
      response.on('close', () => {
        closed = true;
        done();
      });
    });
    streams.set(name, {
      body: Buffer.concat(parts).toString('utf8'),
      async write(...frames) {
        for (const { bytes } of frames) {
          // A write that coincides with the close is never called back.
          if (!closed) await Promise.race([over, new Promise<void>((done) => response.write(bytes, () => done()))]);
        }
      },
      end: () => response.end(),
      break: () => response.destroy(),
      isClosed: () => closed,
    });
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const isEventSource = request.headers.accept === 'text/event-stream' && !(url.pathname in served);
    if (request.method === 'POST' || isEventSource) {
      // The page went away: tests that need to know call `isClosed`.
      take(request, response, url.search.slice(1)).catch(() => response.destroy());
      return;
    }
    const file = served[url.pathname];
    response.writeHead(file ? 200 : 404, { 'content-type': file?.type ?? 'text/plain', ...file?.headers });
    if (!file?.rest) return void response.end(file?.body ?? '');
    response.write(file.body);
    void file.rest.then((rest) => response.end(rest));
  });
  const { port, close } = await listen(server);
  counter.streamSites = (counter.streamSites ?? 0) + 1;
  return {
    origin: `http://streams-${counter.streamSites}.localhost:${port}`,
    stream: (name) => until(() => streams.get(name), `the page to ask for the stream "${name}"`, 15_000),
    close,
  };
}
