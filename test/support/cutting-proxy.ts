import { createServer } from 'node:http';
import { sleep } from '../../src/tools/browsers/until.ts';
import { listen } from './listen.ts';

export interface CuttingProxy {
  /** Such as `http://127.0.0.1:41234`. */
  readonly origin: string;
  close(): void;
}

/** Far enough apart for two writes to reach the page as two chunks. */
const APART_MS = 40;

/**
 * A proxy between a page and an agent: it lets every page call, and cuts each piece that the agent
 * writes in the middle of a line, as on a real network.
 * @param target origin of the agent
 */
export async function startCuttingProxy(target: string): Promise<CuttingProxy> {
  const server = createServer(async (request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', '*');
    if (request.method === 'OPTIONS') return response.end();
    // Any other beginning would make the target's origin part of another host's name.
    if (!request.url?.startsWith('/')) return response.writeHead(400).end();
    const parts: Buffer[] = [];
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
    const body = new Uint8Array(Buffer.concat(parts));
    const init = body.length > 0 ? { body, headers: { 'content-type': 'application/json' } } : {};
    try {
      const answer = await fetch(target + request.url, {
        method: request.method ?? 'GET',
        ...init,
      });
      response.writeHead(answer.status, {
        'content-type': answer.headers.get('content-type') ?? 'application/json',
      });
      for await (const piece of answer.body ?? []) {
        const middle = piece.indexOf(10) >> 1;
        for (const half of middle > 0 ? [piece.slice(0, middle), piece.slice(middle)] : [piece]) {
          response.write(half);
          await sleep(APART_MS);
        }
      }
      response.end();
    } catch {
      response.destroy(); // The agent or the page is gone.
    }
  });
  const { port, close } = await listen(server);
  return {
    origin: `http://127.0.0.1:${port}`,
    close,
  };
}
