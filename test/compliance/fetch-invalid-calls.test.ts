import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observe } from '../support/compliance/observe.ts';

test.each(BROWSERS)('in %s invalid calls are rejected with the native errors, never thrown', async (kind) => {
  const seen = await observe(kind, async ({ outcome, stream }) => {
    const calls: readonly unknown[][] = [
      [],
      ['http://'],
      ['http://user:password@host/'],
      ['no-such-scheme:rest'],
      [Symbol('address')],
      [stream(1), { method: 'BAD METHOD' }],
      [stream(1), { method: 'TRACE', body: '{"messages":[]}' }],
      [stream(1), { method: 'GET', body: '{"messages":[]}' }],
      [stream(1), { method: 'HEAD', body: 'x' }],
      [stream(1), { method: Symbol('POST') }],
      [stream(1), { mode: 'no-such-mode' }],
      [stream(1), { mode: 'navigate' }],
      [stream(1), { headers: { 'bad name': 'x' } }],
      [stream(1), { headers: [['one']] }],
      [stream(1), { headers: 5, method: 'POST', body: '{"messages":[]}' }],
      [stream(1), { signal: {} }],
      [stream(1), 'no dictionary'],
      [stream(1), 7],
    ];
    let thrown = 0;
    const outcomes = await Promise.all(
      calls.map((args) => {
        let promise: unknown = null;
        try {
          promise = Reflect.apply(fetch, window, args);
        } catch {
          thrown += 1; // forbidden by this test
        }
        return outcome(() => promise);
      }),
    );
    return { thrown, outcomes };
  });

  expect(seen.thrown).toBe(0);
  expect(seen.outcomes).toHaveLength(18);
  for (const outcome of seen.outcomes)
    expect(outcome).toMatchObject({ error: { class: 'TypeError', ofThisRealm: true } });
});
