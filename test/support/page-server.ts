import { createServer } from 'node:http';
import { listen } from './listen.ts';

export interface PageServer {
  /** A separate site, because each server has a different port. */
  readonly origin: string;
  close(): void;
}

export interface Reply {
  readonly contentType: string;
  readonly body: string;
}

/** Sites created so far by this worker. */
let sites = 0;

/**
 * Serves a bare HTML page under every path, and fixed replies to POST requests.
 * @param replies by path; a POST elsewhere gets 404
 * @param hostname a name below `localhost`, which browsers resolve themselves; by default one never
 * used before, so that no permission covers it
 */
export async function servePage(
  replies: Readonly<Record<string, Reply>> = {},
  hostname = `site-${(sites += 1)}.localhost`,
): Promise<PageServer> {
  const server = createServer((request, response) => {
    const reply = request.method === 'POST' ? replies[request.url ?? ''] : undefined;
    request.resume();
    response.statusCode = request.method === 'POST' && !reply ? 404 : 200;
    response.setHeader('content-type', reply?.contentType ?? 'text/html; charset=utf-8');
    response.end(reply?.body ?? '<!doctype html><title>A page</title><h1>A page</h1>');
  });
  const { port, close } = await listen(server);
  return {
    origin: `http://${hostname}:${port}`,
    close,
  };
}
