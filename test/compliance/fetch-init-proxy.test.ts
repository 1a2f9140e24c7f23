import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observeBoth } from '../support/compliance/observe.ts';

test.each(BROWSERS)('in %s a Proxy passed as init is sent as natively, and sees that it is inspected', async (kind) => {
  const { hooked, plain } = await observeBoth(kind, async ({ url }) => {
    const traps = new Set<string>();
    const init = { method: 'POST', body: '{"messages":[]}', headers: { 'x-test': 'proxied' } };
    const handler: ProxyHandler<object> = {
      get(target, key) {
        traps.add('get');
        return Reflect.get(target, key) as unknown;
      },
      getOwnPropertyDescriptor(target, key) {
        traps.add('getOwnPropertyDescriptor');
        return Reflect.getOwnPropertyDescriptor(target, key);
      },
      ownKeys(target) {
        traps.add('ownKeys');
        return Reflect.ownKeys(target);
      },
    };
    const response = await fetch(url('/echo'), new Proxy(init, handler));
    const { method, body, headers } = (await response.json()) as {
      method: string;
      body: string;
      headers: Record<string, string>;
    };
    return { sent: [method, body, headers['x-test']], traps: [...traps].toSorted() };
  });

  expect(hooked.sent).toEqual(plain.sent);
  expect(plain.traps).toEqual(['get']);
  expect(hooked.traps).not.toEqual(plain.traps);
});
