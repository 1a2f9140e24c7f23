import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observe } from '../support/compliance/observe.ts';

test.each(BROWSERS)('in %s requests leave in the order of the calls', async (kind) => {
  const seen = await observe(kind, async ({ url, ask }) => {
    const headers = { 'content-type': 'application/json' };
    const chat = '{"messages":[{"role":"assistant","content":"words"}]}';
    // Few enough to have a connection each.
    const rounds: string[][] = [];
    for (let round = 0; round < 5; round++) {
      const bodies: (BodyInit | null)[] = [chat, null, new Blob(['blob']), `${chat} `];
      await Promise.all(
        bodies.map((body, i) => {
          const init = body === null ? {} : { method: 'POST', body, headers };
          return fetch(url('/echo', { mark: `${round}.${i}` }), init).then((response) => response.text());
        }),
      );
      const arrivals = (await ask('/arrivals', { count: (round + 1) * 4 })) as { mark: string }[];
      rounds.push(arrivals.slice(round * 4).map(({ mark }) => mark));
    }
    return rounds.map((marks) => marks.toSorted().join() === marks.join());
  });

  expect(seen).toEqual([true, true, true, true, true]);
});
