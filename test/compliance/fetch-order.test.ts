import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observe } from '../support/compliance/observe.ts';

test.each(BROWSERS)('in %s requests start in the order of the calls, synchronously', async (kind) => {
  const seen = await observe(kind, async ({ url, ask }) => {
    const headers = { 'content-type': 'application/json' };
    const chat = '{"messages":[{"role":"assistant","content":"words"}]}';
    const bodies: (BodyInit | null)[] = [chat, null, new Blob(['blob']), `${chat} `, new URLSearchParams({ a: '1' })];
    const responses = bodies.map((body, mark) => {
      const promise = fetch(url('/echo', { mark }), body === null ? {} : { method: 'POST', body, headers });
      // A request that waits for a later turn would start after this, with a later time.
      const end = performance.now() + 10;
      while (performance.now() < end);
      return promise;
    });
    await Promise.all(responses.map(async (promise) => (await promise).text()));
    const arrivals = (await ask('/arrivals', { count: 5 })) as { mark: string }[];
    const starts = bodies.map(
      (_body, mark) =>
        performance.getEntriesByName(new URL(url('/echo', { mark }), location.href).href)[0]?.startTime ?? -1,
    );
    return {
      arrived: arrivals.map(({ mark }) => mark).toSorted(),
      inOrder: starts.every((start, i) => start > (starts[i - 1] ?? 0) + (i > 0 ? 5 : 0)),
    };
  });

  expect(seen).toEqual({ arrived: ['0', '1', '2', '3', '4'], inOrder: true });
});
