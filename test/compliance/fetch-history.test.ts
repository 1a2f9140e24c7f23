import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observeBoth } from '../support/compliance/observe.ts';

test.each(BROWSERS)(
  'in %s a history with a marker is sent cleaned, and nothing else in the request changes',
  async (kind) => {
    const { hooked, plain } = await observeBoth(kind, async ({ url }) => {
      const body =
        '{"a":1.0,"messages":[{"role":"assistant","content":"One.\\n`⏰ run`\\n\\n\\nTwo."}],"b":{"2":0,"1":0}}';
      const init = { method: 'POST', headers: { 'content-type': 'application/json', 'x-test': 'kept' }, body };
      const request = new Request(url('/echo'), init);
      const withSignal = new Request(url('/echo'), {
        ...init,
        signal: new AbortController().signal,
        cache: 'no-store',
      });
      const responses = [
        await fetch(url('/echo'), init),
        await fetch(url('/echo'), Object.assign(Object.create(null) as RequestInit, init)),
        await fetch(
          url('/echo'),
          Object.defineProperty({ ...init, headers: undefined }, 'headers', { value: init.headers }),
        ),
        await fetch(request),
        await fetch(withSignal),
      ];
      const echoes = await Promise.all(responses.map(async (response) => (await response.json()) as Echo));
      return { used: request.bodyUsed && withSignal.bodyUsed, kept: init.body === body, echoes };
    });

    const plainBody = Buffer.from(
      '{"a":1.0,"messages":[{"role":"assistant","content":"One.\\n`⏰ run`\\n\\n\\nTwo."}],"b":{"2":0,"1":0}}',
    ).toString('latin1');
    expect(plain).toMatchObject({ used: true, kept: true });
    expect(hooked).toMatchObject({ used: true, kept: true });
    expect(plain.echoes).toHaveLength(5);
    for (const [i, echo] of hooked.echoes.entries()) {
      const native = plain.echoes[i];
      expect(native?.body).toBe(plainBody);
      expect(echo.body).toBe(
        '{"a":1.0,"messages":[{"role":"assistant","content":"One.\\n\\nTwo."}],"b":{"2":0,"1":0}}',
      );
      expect(echo.headers).toEqual({ ...native?.headers, 'content-length': String(echo.body.length) });
      expect(echo.headers).toMatchObject({ 'content-type': 'application/json', 'x-test': 'kept' });
    }
  },
);

interface Echo {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}
