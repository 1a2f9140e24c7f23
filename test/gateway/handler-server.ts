/**
 * The handler of workers, served by Node: to try it without a worker's runtime, and to measure what
 * that would cost.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createHandler } from '../../src/gateway/handler.ts';
import type { PolicySettings } from '../../src/gateway/settings.ts';

/** Starts it. @returns the server, with its origin */
export async function serveHandler(
  settings: PolicySettings,
  listenAt = 0,
): Promise<Server & { origin: string }> {
  const handle = createHandler(settings, { fetch, write: () => {} });

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const left = new AbortController();
    response.once('close', () => response.writableFinished || left.abort());
    const { status, headers, body } = await handle(requestOf(incoming, left.signal), () => {});
    response.writeHead(status, [...headers].flat());
    response.flushHeaders();
    if (body) await pipeline(Readable.fromWeb(body as never), response);
    else response.end();
  }

  const server = createServer(
    (incoming, response) => void answer(incoming, response).catch(() => response.destroy()),
  );
  await new Promise<void>((done) => server.listen(listenAt, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return Object.assign(server, { origin: `http://127.0.0.1:${port}` });
}

function requestOf(incoming: IncomingMessage, signal: AbortSignal): Request {
  const { method = 'GET', url = '', headers, rawHeaders } = incoming;
  const fields = new Headers();
  rawHeaders.forEach((name, i) => i % 2 === 0 && fields.append(name, rawHeaders[i + 1] ?? ''));
  const hasBody = !/^(?:GET|HEAD)$/.test(method);
  return new Request(`http://${headers.host}${url}`, {
    method,
    headers: fields,
    body: hasBody ? (Readable.toWeb(incoming) as unknown as ReadableStream) : null,
    signal,
    duplex: 'half',
  } as RequestInit);
}
