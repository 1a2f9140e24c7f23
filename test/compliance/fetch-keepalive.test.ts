import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { openHooked, stageIn } from '../support/compliance/observe.ts';

test.each(BROWSERS)('in %s requests made while the page is closing arrive', async (kind) => {
  const { server, hooked, plain } = await stageIn(kind);
  for (const page of [hooked, plain]) {
    const origin = page === hooked ? server.hooked : server.plain;
    await page.bringToFront();
    if (page === hooked) await openHooked(page, origin);
    else await page.goto(origin);
    const id = `keepalive-${kind}-${page === hooked ? 'hooked' : 'plain'}`;
    await page.evaluate((address) => {
      const headers = { 'content-type': 'application/json' };
      const body = '{"messages":[]}';
      addEventListener('pagehide', () => {
        void fetch(`${address}&mark=string`, { method: 'POST', keepalive: true, headers, body });
        void fetch(new Request(`${address}&mark=request`, { method: 'POST', keepalive: true, headers, body }));
      });
    }, `/echo?id=${id}`);

    await page.goto(`${origin}/next`);

    const arrivals = await page.evaluate(
      async (address) => (await fetch(address)).text(),
      `/arrivals?id=${id}&count=2`,
    );
    const marks = (JSON.parse(arrivals) as { mark: string; body: string }[]).map(({ mark, body }) => `${mark} ${body}`);
    expect(marks.toSorted(), origin).toEqual(['request {"messages":[]}', 'string {"messages":[]}']);
  }
});
