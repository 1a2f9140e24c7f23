import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observe } from '../support/compliance/observe.ts';

test.each(BROWSERS)(
  'in %s a response reports what the native one reports: url, type, redirected, status, ok',
  async (kind) => {
    const seen = await observe(kind, async ({ url, stream, elsewhere }) => {
      const facts = ({ url: address, type, redirected, status, statusText, ok, bodyUsed }: Response): unknown => ({
        url: address.replace(elsewhere, 'ELSEWHERE'),
        type,
        redirected,
        status,
        statusText,
        ok,
        bodyUsed,
      });
      return {
        direct: facts(await fetch(stream(1))),
        hash: facts(await fetch(`${stream(1)}#part`)),
        created: facts(await fetch(stream(1, 'end', { code: 201 }))),
        redirected: facts(await fetch(url('/redirect', { to: stream(1) }))),
        cors: facts(await fetch(elsewhere + stream(1, 'end', { cors: 1 }))),
        reply: facts(await fetch('/json', { method: 'POST', body: '{"messages":[]}' })),
      };
    });

    expect(seen).toMatchObject({
      direct: { type: 'basic', redirected: false, status: 200, statusText: 'OK', ok: true, bodyUsed: false },
      created: { status: 201, statusText: 'Created', ok: true },
      redirected: { type: 'basic', redirected: true, status: 200 },
      cors: { type: 'cors', redirected: false, status: 200 },
      reply: { type: 'basic', url: 'ORIGIN/json' },
    });
    expect((seen.direct as { url: string }).url).toContain('ORIGIN/stream?id=RUN');
  },
);
