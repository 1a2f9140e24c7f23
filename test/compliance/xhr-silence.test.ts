import type { ConsoleMessage } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { openHooked, stageIn } from '../support/compliance/observe.ts';
import { inBoth, recordedStream, serveXhr, type XhrSite } from '../support/compliance/xhr-site.ts';

let site: XhrSite;
beforeAll(async () => {
  site = await serveXhr(recordedStream('v0.8-chat-scenario-1'), 'text/event-stream');
});
afterAll(() => site.close());

/** Runs in the page: a simple request to another origin, which needs no preflight. */
function ask(origin: string): Promise<string> {
  return new Promise((resolve) => {
    const xhr = new XMLHttpRequest();
    xhr.open('POST', `${origin}/cut?at=50`);
    xhr.onloadend = () => resolve(`${xhr.status} ${String(xhr.responseText !== '')}`);
    xhr.send('{"messages":[{"role":"user","content":"hello"}]}');
  });
}

test.each(BROWSERS)(
  'in %s a request to another origin needs no preflight because of the hook',
  async (kind) => {
    const before = site.methods.length;

    const { hooked, plain } = await inBoth(kind, ask, site.origin);

    expect([hooked, plain]).toEqual(['200 true', '200 true']);
    expect(site.methods.slice(before)).toEqual(['POST', 'POST']);
  },
);

test.each(BROWSERS)(
  'in %s the hook reads no header that the page may not see: the console stays empty',
  async (kind) => {
    const { server, hooked } = await stageIn(kind);
    await hooked.bringToFront();
    const logged: string[] = [];
    function note(message: ConsoleMessage): void {
      logged.push(message.text());
    }
    await openHooked(hooked, server.hooked);
    hooked.on('console', note);

    await hooked.evaluate(ask, site.origin);
    // Last, so that everything logged before it has arrived.
    await hooked.evaluate(() => console.log('the page itself'));
    await expect.poll(() => logged.at(-1)).toBe('the page itself');
    hooked.off('console', note);

    expect(logged).toEqual(['the page itself']);
  },
);
