import type { ConsoleMessage } from 'puppeteer-core';
import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { openHooked, runProbe, stageIn } from '../support/compliance/observe.ts';

/**
 * Firefox's own, for every body made from a stream that fails while it is read as a whole; no page
 * can see it.
 */
const FIREFOX_ON_ABORT =
  'Error: Failed to read data from the ReadableStream: “AbortError: The operation was aborted. ”.';

test.each(BROWSERS)(
  'in %s the hook writes nothing to the console and throws no stray error',
  async (kind) => {
    const { server, hooked } = await stageIn(kind);
    await hooked.bringToFront();
    const logged: string[] = [];
    function note(message: ConsoleMessage): void {
      logged.push(message.text());
    }
    function noteError(error: unknown): void {
      logged.push(String(error));
    }
    hooked.on('console', note);
    hooked.on('pageerror', noteError);

    await openHooked(hooked, server.hooked);
    await runProbe(
      hooked,
      async ({ stream, outcome, url, ask }) => {
        await (await fetch(stream(2))).text();
        const controller = new AbortController();
        const response = await fetch(stream(1, 'hold'), { signal: controller.signal });
        const text = outcome(() => response.text());
        controller.abort();
        await text;
        const body =
          '{"model":"m","messages":[{"role":"assistant","content":"`⏰ run`\\n\\nDone."},{"role":"user","content":"a"}]}';
        await (await fetch(url('/echo'), { method: 'POST', body })).json();
        for (let i = 0; i < 3; i++) await ask('/json');
      },
      server,
    );
    // Last, so that everything logged before it has arrived.
    await hooked.evaluate(() => console.log('the page itself'));
    await expect.poll(() => logged.at(-1)).toBe('the page itself');
    hooked.off('console', note);
    hooked.off('pageerror', noteError);

    const known = kind === 'firefox' ? [FIREFOX_ON_ABORT] : [];
    expect(logged.filter((text) => !text.startsWith('Failed to load resource'))).toEqual([
      ...known,
      'the page itself',
    ]);
  },
);
