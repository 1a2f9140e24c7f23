import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface PageServer {
  /** A site of its own: each server has another port. */
  readonly origin: string;
  close(): void;
}

/**
 * Serves one small HTML page under every path.
 * @param html body of the page; markup is passed on as it is
 * @param hostname what the address names; `localhost` unless said otherwise
 */
export async function servePage(html = '<h1>A page</h1>', hostname = 'localhost'): Promise<PageServer> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(`<!doctype html><title>A page</title>${html}`);
  });
  await new Promise<void>((resolve) => server.listen(0, hostname, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://${hostname}:${port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
