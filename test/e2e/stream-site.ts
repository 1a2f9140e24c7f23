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

/** What somebody asked of a site. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly key: string;
  readonly body: string;
}

export interface SiteOptions {
  /** @returns the answer to a request that is for no file and no stream; null if it is for one */
  readonly answer?: (asked: Asked) => { readonly status: number; readonly body: string } | null;
  /** What each stream begins with, in one piece with its head. */
  readonly begins?: readonly Frame[];
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
    const headers = { 'content-type': 'application/json', authorization: 'Bearer canary-key' };
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

const PAGE =
  '<!doctype html><title>Streams</title><script src="/page.js"></script><h1>Streams</h1>';

/** What Hermes says of a session in which it has recorded nothing. */
function emptyRecord({ method, path }: Asked): ReturnType<NonNullable<SiteOptions['answer']>> {
  return method === 'GET' && path.startsWith('/api/sessions/')
    ? { status: 200, body: '{"data": []}' }
    : null;
}

/** Starts a site under a name that no permission covers yet. */
export async function serveStreams({
  files = {},
  answer = emptyRecord,
  begins = [],
}: SiteOptions = {}): Promise<StreamSite> {
  const served: NonNullable<SiteOptions['files']> = {
    '/': { type: 'text/html; charset=utf-8', body: PAGE },
    // Requested by browsers themselves; without an answer they complain in the console.
    '/favicon.ico': { type: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' },
    '/page.js': { type: 'text/javascript; charset=utf-8', body: SCRIPT },
    ...files,
  };
  const streams = new Map<string, Stream>();

  async function take(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
    const body = Buffer.concat(parts).toString('utf8');
    const { method = '', headers } = request;
    const answered = answer({ method, path: url.pathname, key: headers.authorization ?? '', body });
    if (answered) {
      response.writeHead(answered.status, { 'content-type': 'application/json' });
      return void response.end(answered.body);
    }
    if (method === 'POST' || isEventSource(request, url))
      startStream(response, body, url.search.slice(1));
    else giveFile(response, url.pathname);
  }

  function isEventSource({ headers }: IncomingMessage, { pathname }: URL): boolean {
    return headers.accept === 'text/event-stream' && !(pathname in served);
  }

  function startStream(response: ServerResponse, body: string, name: string): void {
    response.socket?.setNoDelay(true);
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
    if (begins.length > 0) response.write(begins.map(({ bytes }) => bytes).join(''));
    else response.flushHeaders();
    let closed = false;
    const over = new Promise<void>((done) => {
      response.on('close', () => {
        closed = true;
        done();
      });
    });
    streams.set(name, {
      body,
      async write(...frames) {
        for (const { bytes } of frames) {
          // A write that coincides with the close is never called back.
          if (!closed)
            await Promise.race([
              over,
              new Promise<void>((done) => response.write(bytes, () => done())),
            ]);
        }
      },
      end: () => response.end(),
      break: () => response.destroy(),
      isClosed: () => closed,
    });
  }

  function giveFile(response: ServerResponse, path: string): void {
    const file = served[path];
    response.writeHead(file ? 200 : 404, {
      'content-type': file?.type ?? 'text/plain',
      ...file?.headers,
    });
    if (!file?.rest) return void response.end(file?.body ?? '');
    response.write(file.body);
    void file.rest.then((rest) => response.end(rest));
  }

  const server = createServer((request, response) => {
    // The page went away: tests that need to know call `isClosed`.
    take(request, response, new URL(request.url ?? '/', 'http://localhost')).catch(() =>
      response.destroy(),
    );
  });
  const { port, close } = await listen(server);
  counter.streamSites = (counter.streamSites ?? 0) + 1;
  return {
    origin: `http://streams-${counter.streamSites}.localhost:${port}`,
    stream: (name) =>
      until(() => streams.get(name), `the page to ask for the stream "${name}"`, 15_000),
    close,
  };
}
