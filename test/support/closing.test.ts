/** Servers of tests end at once, whatever a browser still holds open. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { serveSocketIo } from './compliance/socket-io-server.ts';
import { serveOpenWebUi } from './open-webui-page/site.ts';

test.each([
  ['the page of Open WebUI', serveOpenWebUi],
  ['a socket.io server', serveSocketIo],
])('%s closes beside a connection over which nothing was asked', async (_, serve) => {
  // Chromium leaves one over when a request gets a connection that became free while its own was
  // made.
  const site = await serve();
  const unused = connect(Number(new URL(site.origin).port), '127.0.0.1');
  unused.on('error', () => {});
  await once(unused, 'connect');
  const cut = once(unused, 'close');

  await expect(site.close()).resolves.toBeUndefined();
  await cut;
});
