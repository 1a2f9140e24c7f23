/** Builds and serves the page, with the socket for its chat events. */
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { Server } from 'socket.io';
import { builtOnce } from '../built-once.ts';
import { listenForSockets } from '../listen.ts';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

export interface OpenWebUiSite {
  /** Without a trailing slash. */
  readonly origin: string;
  /** Sends one event of a chat to every page that listens. */
  emit(
    message: { readonly chatId: string; readonly messageId: string },
    type: string,
    data: object,
  ): void;
  close(): Promise<void>;
}

/** Answers with what was sent, from which a page can tell whether its history is cleaned. */
async function echo(request: IncomingMessage, response: ServerResponse): Promise<void> {
  response.end(JSON.stringify({ body: await text(request) }));
}

/** Sites created so far by this worker. */
const counter = globalThis as typeof globalThis & { openWebUiSites?: number };

/** Starts a site under a name that no permission covers yet. */
export async function serveOpenWebUi(): Promise<OpenWebUiSite> {
  const outDir = await builtOnce('open-webui', {
    root: FOLDER,
    resolve: { alias: { 'wxt/browser': join(FOLDER, 'browser.ts') } },
    build: { rolldownOptions: { input: join(FOLDER, 'index.html') } },
  });
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === '/echo') return void echo(request, response);
    const file = join(
      outDir,
      normalize(pathname.endsWith('/') ? `${pathname}index.html` : pathname),
    );
    response.setHeader('content-type', TYPES[extname(file)] ?? 'text/plain');
    try {
      response.end(readFileSync(file));
    } catch {
      // The loader script is for administrators to fill; and browsers request an icon.
      response.statusCode = pathname === '/static/loader.js' ? 200 : 404;
      response.end();
    }
  });
  const sockets = new Server(server, { path: '/ws/socket.io', serveClient: false });
  const { port, close } = await listenForSockets(server, sockets);
  counter.openWebUiSites = (counter.openWebUiSites ?? 0) + 1;
  return {
    origin: `http://open-webui-page-${counter.openWebUiSites}.localhost:${port}`,
    emit({ chatId, messageId }, type, data) {
      sockets.emit('events', { chat_id: chatId, message_id: messageId, data: { type, data } });
    },
    close,
  };
}
