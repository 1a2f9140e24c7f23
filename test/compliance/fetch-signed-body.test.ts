import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observe } from '../support/compliance/observe.ts';

test.each(BROWSERS)('in %s a signed body is sent as signed, markers and all', async (kind) => {
  const seen = await observe(kind, async ({ url }) => {
    const content = '`⏰ run`\\n\\nDone.';
    const body = `{"messages":[{"role":"assistant","content":"${content}"}]}`;
    const json = 'application/json';
    const address = url('/echo');
    const digest = 'sha-256=:AAAA:';
    const calls: [string | Request, RequestInit?][] = [
      [address, { method: 'POST', body, headers: { 'content-type': json, 'content-digest': digest } }],
      [address, { method: 'POST', body, headers: { 'Content-Digest': digest } }],
      [address, { method: 'POST', body, headers: [['Signature', 'x']] }],
      [address, { method: 'POST', body, headers: { 'X-Api-Sign': 'x' } }],
      [address, { method: 'POST', body, headers: { 'repr-digest': digest } }],
      [address, { method: 'POST', body, headers: { authorization: 'TC3-HMAC-SHA256 x' } }],
      [address, { method: 'POST', body, headers: new Headers({ authorization: 'AWS4-HMAC-SHA256 x' }) }],
      [address, { method: 'POST', body, headers: { Authorization: 'AWS4-HMAC-SHA256 x' } }],
      [new Request(address, { method: 'POST', body, headers: { 'content-type': json, 'x-amz-content-sha256': 'x' } })],
      [
        new Request(address, { method: 'POST', body, headers: { 'content-type': json } }),
        { headers: { 'content-type': json, digest } },
      ],
    ];
    const sent: boolean[] = [];
    for (const [input, init] of calls) {
      const echo = (await (await fetch(input, init)).json()) as { body: string };
      sent.push(new TextDecoder().decode(Uint8Array.from(echo.body, (c) => c.charCodeAt(0))) === body);
    }
    return sent;
  });

  expect(seen).toEqual(Array.from({ length: 10 }, () => true));
});
