import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { cleanSent, headOf } from '../../src/gateway/node/read-request.ts';
import type { SentRequest } from '../../src/gateway/sent-request.ts';

function history(content: string): string {
  return JSON.stringify({
    messages: [
      { role: 'assistant', content },
      { role: 'user', content: '`⏰ list`' },
    ],
  });
}

const MARKED = history('Three.\n`⏰ list`\n\n`💻 terminal`\n\n\nDone.');
const CLEAN = history('Three.\n\nDone.');
const JSON_TYPE = { 'content-type': 'application/json' };

interface Sent extends Omit<SentRequest, 'body'> {
  /** All bytes that are forwarded. */
  readonly body: Buffer;
}

/** Posts a body, and reads what is forwarded of it. */
async function sentOf(body: BodyInit, headers: Record<string, string> = JSON_TYPE): Promise<Sent> {
  let read: (request: IncomingMessage) => void = () => {};
  const came = new Promise<IncomingMessage>((done) => (read = done));
  const server = createServer((request) => read(request));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => server.closeAllConnections());
  onTestFinished(() => void server.close());
  const init = { method: 'POST', body, headers, duplex: 'half' };
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, init).catch(() => {});
  const request = await came;
  const sent = await cleanSent(request, headOf(request), () => false);
  return { ...sent, body: sent.body === null ? await buffer(request) : Buffer.from(sent.body) };
}

test("the history is cleaned, and the person's message stays", async () => {
  const { body, markers, asksReply } = await sentOf(MARKED);

  expect(body.toString()).toBe(CLEAN);
  expect([markers, asksReply]).toEqual([2, true]);
});

test.each([
  ['a form', MARKED, { 'content-type': 'multipart/form-data; boundary=x' }],
  ['a packed body', MARKED, { ...JSON_TYPE, 'content-encoding': 'gzip' }],
  ['a body that a header signs', MARKED, { ...JSON_TYPE, 'x-body-signature': 'a' }],
  [
    'a body that its authorization signs',
    MARKED,
    { ...JSON_TYPE, authorization: 'AWS4-HMAC-SHA256 Signature=a' },
  ],
  ['what is no UTF-8', new Uint8Array([0x7b, 0xff, 0x7d]), JSON_TYPE],
  ['what is no chat', '{"model":"m","text":"`⏰ list`"}', JSON_TYPE],
])('%s passes byte for byte', async (_, body, headers) => {
  const { body: sent, markers } = await sentOf(body, headers);

  expect(sent).toEqual(Buffer.from(body));
  expect(markers).toBe(0);
});

test('a key that is a token signs nothing', async () => {
  const { body } = await sentOf(MARKED, { ...JSON_TYPE, authorization: 'Bearer hmac-signature' });

  expect(body.toString()).toBe(CLEAN);
});

test('a body that is too long to be read passes as it arrives, to its last byte', async () => {
  const long = 'x'.repeat(40 * 1024 * 1024);
  const stream = new Blob([MARKED.slice(0, -1), `,"padding":"${long}"}`]).stream();

  const { body } = await sentOf(stream);

  expect(body.length).toBe(Buffer.byteLength(MARKED) + long.length + 13);
  expect(body.subarray(0, 80).toString()).toContain('⏰ list');
});
