import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observe } from '../support/compliance/observe.ts';

test.each(BROWSERS)(
  'in %s a fetch that was aborted before the call rejects in the same microtask as natively',
  async (kind) => {
    const seen = await observe(kind, async ({ url }) => {
      const signal = AbortSignal.abort();
      const ways: Record<string, () => Promise<Response>> = {
        init: () => fetch(url('/echo'), { signal }),
        body: () => fetch(url('/echo'), { method: 'POST', body: '{"messages":[]}', signal }),
        request: () => fetch(new Request(url('/echo'), { signal })),
      };
      const record: Record<string, number> = {};
      for (const [name, ask] of Object.entries(ways)) {
        let ticks = 0;
        let settled = false;
        ask().catch(() => (settled = true));
        while (!settled && ticks < 100) {
          await Promise.resolve();
          ticks += 1;
        }
        record[name] = ticks;
      }
      return record;
    });

    for (const ticks of Object.values(seen)) expect(ticks).toBeLessThan(100);
  },
);
