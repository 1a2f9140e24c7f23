import type { Page } from 'puppeteer-core';
import { expect, onTestFinished, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { stageIn } from '../support/compliance/observe.ts';
import { serveProbes } from '../support/compliance/server.ts';

const CHUNK = {
  object: 'chat.completion.chunk',
  choices: [{ index: 0, delta: { content: 'One.\n`⏰ run`\n\n\nTwo.' } }],
};
const REPLY = `data: ${JSON.stringify(CHUNK)}\n\ndata: [DONE]\n\n`;
const STORED = JSON.stringify([{ role: 'assistant', content: 'One.\n`⏰ run`\n\n\nTwo.' }]);

/** URLs of a reply that continues, like one resumed after a reload, and of a stored chat. */
const ADDRESSES = [
  `/stream?${new URLSearchParams({ text: REPLY }).toString()}`,
  `/api/messages?${new URLSearchParams({ text: STORED, type: 'application/json' }).toString()}`,
];

declare const window: Window & { early: Promise<string[]>; asked: number };

/** @returns what `code`, the first script of a page, leaves in `early` */
async function runFirst(page: Page, origin: string, code: string): Promise<string[]> {
  await page.bringToFront();
  await page.goto(`${origin}/script-page?${new URLSearchParams({ code }).toString()}`);
  return page.evaluate(() => window.early);
}

/** What the first script of a page got, which fetches before anything else. */
function firstAnswers(page: Page, origin: string): Promise<string[]> {
  return runFirst(
    page,
    origin,
    `window.early = Promise.all(${JSON.stringify(ADDRESSES)}.map(async (url) => (await fetch(url)).text()))`,
  );
}

test.each(BROWSERS)('in %s what the first script of a page fetches is clean', async (kind) => {
  const { server, hooked } = await stageIn(kind);

  // Whether the response or the settings arrive first differs from load to load.
  for (let i = 0; i < 4; i++) {
    const [reply, stored] = await firstAnswers(hooked, server.hooked);

    expect(reply).toContain('Two.');
    expect(reply).not.toContain('⏰');
    expect(stored).toBe(STORED.replace('`⏰ run`\\n\\n', ''));
  }
});

test.each(BROWSERS)(
  "in %s holding the first response never reads the page's `then`",
  async (kind) => {
    const { server, hooked } = await stageIn(kind);
    const code = `
    const native = Object.getOwnPropertyDescriptor(Promise.prototype, 'then');
    window.asked = 0;
    Object.defineProperty(Promise.prototype, 'then', { get: () => (window.asked += 1, native.value), configurable: true });
    window.early = (async () => {
      const response = await fetch(${JSON.stringify(ADDRESSES[0])});
      const text = await response.text();
      Object.defineProperty(Promise.prototype, 'then', native);
      return [text];
    })()`;
    for (let i = 0; i < 4; i++) {
      expect((await runFirst(hooked, server.hooked, code))[0]).not.toContain('⏰');
      expect(await hooked.evaluate(() => window.asked)).toBe(0);
    }
  },
);

test.each(BROWSERS)(
  'in %s what the first script of a page fetches is unchanged on a site that is off',
  async (kind) => {
    const { driver, server, plain } = await stageIn(kind);
    expect(await firstAnswers(plain, server.plain)).toEqual([REPLY, STORED]);

    // In Firefox the hook is injected here too, because permissions ignore ports.
    const other = await serveProbes();
    const page = await driver.newPage();
    onTestFinished(async () => {
      await page.close();
      other.close();
    });
    for (let i = 0; i < 4; i++)
      expect(await firstAnswers(page, other.hooked)).toEqual([REPLY, STORED]);
  },
);
