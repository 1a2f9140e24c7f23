import { createServer, type IncomingMessage } from 'node:http';
import type { CallAnswer } from '../../src/companion/open-webui-call.ts';
import { answerOfChats, type ChatsBehind } from './chats-behind.ts';
import { createOpenWebUiApi, type ApiOptions, type OpenWebUiApi } from './open-webui-api.ts';
import { listen } from './listen.ts';

export interface AskedRequest {
  readonly method: string;
  readonly path: string;
  readonly token: string | null;
  readonly cookie: string | null;
  readonly origin: string | null;
}

export interface OpenWebUiServer {
  /** A separate site, because each server has a different port. */
  readonly origin: string;
  readonly api: OpenWebUiApi;
  /** Every request below `/api/` so far. */
  readonly asked: AskedRequest[];
  close(): void;
}

/** The head and body that every version from 0.6 on serves, as far as they identify it. */
const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Open WebUI</title>
    <script src="/static/loader.js" defer crossorigin="use-credentials"></script>
    <link rel="stylesheet" href="/static/custom.css" crossorigin="use-credentials" />
  </head>
  <body data-sveltekit-preload-data="hover"><h1>Open WebUI</h1></body>
</html>`;

/** Servers created so far by this worker. */
let servers = 0;

/**
 * A small server that looks and answers like Open WebUI.
 * @param options of its API; `page`: HTML instead of a page that looks like Open WebUI; `chats`:
 * those stored on it
 */
export async function serveOpenWebUi(
  options: ApiOptions & { readonly page?: string; readonly chats?: ChatsBehind } = {},
): Promise<OpenWebUiServer> {
  const api = createOpenWebUiApi(options);
  const asked: AskedRequest[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    if (!path.startsWith('/api/')) {
      const type = path.endsWith('.js')
        ? 'text/javascript'
        : path.endsWith('.css')
          ? 'text/css'
          : 'text/html; charset=utf-8';
      response.setHeader('content-type', type);
      // A cookie as Open WebUI sets it; the extension must not send it with anonymous calls.
      response.setHeader('set-cookie', 'token=cookie-out-of-date; Path=/; HttpOnly');
      response.end(type.startsWith('text/html') ? (options.page ?? PAGE) : '');
      return;
    }
    void readText(request).then(async (json) => {
      const body = json === undefined ? null : (JSON.parse(json) as unknown);
      const { method = '', headers } = request;
      const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? null;
      asked.push({
        method,
        path,
        token,
        cookie: headers.cookie ?? null,
        origin: headers.origin ?? null,
      });
      const ofChats = answerOfChats(
        options.chats,
        { method: method === 'POST' ? 'POST' : 'GET', path, body, json },
        token,
      );
      const answer: CallAnswer = (await ofChats) ?? api.answer({ method, path, token, body });
      response.statusCode = answer.status;
      response.setHeader('content-type', 'application/json');
      response.end(answer.text ?? JSON.stringify(answer.body));
    });
  });
  const { port, close } = await listen(server);
  servers += 1;
  return {
    origin: `http://open-webui-${servers}.localhost:${port}`,
    api,
    asked,
    close,
  };
}

/** @returns undefined for a missing or invalid body */
async function readText(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return chunks.length === 0 ? undefined : Buffer.concat(chunks).toString('utf8');
}
