import { expect, test } from 'vitest';
import { cleanSent } from '../../src/gateway/sent-request.ts';

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

function post(body: BodyInit, headers: Record<string, string> = JSON_TYPE): Request {
  return new Request('http://a.test/v1/chat/completions', { method: 'POST', body, headers });
}

async function sentBytes(body: BodyInit | null): Promise<string> {
  return Buffer.from(await new Response(body).arrayBuffer()).toString('latin1');
}

test("the history is cleaned, and the person's message stays", async () => {
  const { body, markers, asksReply } = await cleanSent(post(MARKED), false);

  expect(body).toBe(CLEAN);
  expect([markers, asksReply]).toEqual([2, true]);
});

test.each([
  ['a form', MARKED, { 'content-type': 'multipart/form-data; boundary=x' }],
  ['a packed body', MARKED, { ...JSON_TYPE, 'content-encoding': 'gzip' }],
  ['a body that a header signs', MARKED, { ...JSON_TYPE, 'x-body-signature': 'a' }],
  ['a body that its authorization signs', MARKED, { ...JSON_TYPE, authorization: 'AWS4-HMAC-SHA256 Signature=a' }],
  ['what is no UTF-8', new Uint8Array([0x7b, 0xff, 0x7d]), JSON_TYPE],
  ['what is no chat', '{"model":"m","text":"`⏰ list`"}', JSON_TYPE],
])('%s passes byte for byte', async (_, body, headers) => {
  const { body: sent, markers } = await cleanSent(post(body, headers), false);

  expect(await sentBytes(sent)).toBe(await sentBytes(body));
  expect(markers).toBe(0);
});

test('a key that is a token signs nothing', async () => {
  const request = post(MARKED, { ...JSON_TYPE, authorization: 'Bearer hmac-signature' });

  expect((await cleanSent(request, false)).body).toBe(CLEAN);
});

test('a body that is too long to be read passes as it arrives, to its last byte', async () => {
  const long = 'x'.repeat(40 * 1024 * 1024);
  const stream = new Blob([MARKED.slice(0, -1), `,"padding":"${long}"}`]).stream();
  const init = { method: 'POST', body: stream, headers: JSON_TYPE, duplex: 'half' };

  const { body } = await cleanSent(new Request('http://a.test/', init), false);

  const bytes = Buffer.from(await new Response(body).arrayBuffer());
  expect(bytes.length).toBe(Buffer.byteLength(MARKED) + long.length + 13);
  expect(bytes.subarray(0, 80).toString()).toContain('⏰ list');
});
