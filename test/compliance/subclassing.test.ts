import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observe } from '../support/compliance/observe.ts';

test.each(BROWSERS)('in %s pages can derive from Response and Request', async (kind) => {
  const seen = await observe(kind, async ({ url, stream }) => {
    class Reply extends Response {
      override get url(): string {
        return `own ${super.url}`;
      }
      override async text(): Promise<string> {
        return `own ${await super.text()}`;
      }
    }
    class Ask extends Request {
      readonly asked = true;
    }
    const network = await fetch(stream(1));
    const reply = new Reply(network.body, network);
    const ask = new Ask(url('/echo'), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"messages":[]}',
    });
    const echo = (await (await fetch(ask)).json()) as { body: string };
    return {
      names: [reply.constructor.name, reply instanceof Response, ask instanceof Request, ask.asked, ask.bodyUsed],
      url: reply.url,
      test: reply.headers.get('x-test'),
      text: await reply.text(),
      clone: reply.clone === Response.prototype.clone,
      sent: echo.body,
    };
  });

  expect(seen).toMatchObject({
    names: ['Reply', true, true, true, true],
    url: 'own ',
    test: 'yes',
    clone: true,
    sent: '{"messages":[]}',
  });
  expect(seen.text).toMatch(/^own data: /);
});
