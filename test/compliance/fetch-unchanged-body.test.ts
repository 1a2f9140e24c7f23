import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observe } from '../support/compliance/observe.ts';

test.each(BROWSERS)('in %s a chat request without markers is sent byte for byte', async (kind) => {
  const body =
    '{ "messages" : [{"role":"assistant","content":"\\u00e4 `code` 💻 \\/ words"}],\n "a":1.0, "big":12345678901234567890,' +
    ' "twice":1,"twice":2, "2":0,"1":0, "e":1E5 }';
  const seen = await observe(kind, async ({ url }) => {
    const text =
      '{ "messages" : [{"role":"assistant","content":"\\u00e4 `code` 💻 \\/ words"}],\n "a":1.0, "big":12345678901234567890,' +
      ' "twice":1,"twice":2, "2":0,"1":0, "e":1E5 }';
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: text };
    const responses = [await fetch(url('/echo'), init), await fetch(new Request(url('/echo'), init))];
    return Promise.all(
      responses.map(async (response) => (await response.json()) as { body: string; headers: unknown }),
    );
  });

  for (const { body: received } of seen) expect(received).toBe(Buffer.from(body).toString('latin1'));
});
