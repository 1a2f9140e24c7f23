import { readFileSync } from 'node:fs';
import type { Page } from 'puppeteer-core';
import { expect, onTestFinished, test } from 'vitest';
import { enableSite } from '../../src/tools/browsers/enable-site.ts';
import { BROWSERS, sharedBrowser } from '../support/browsers.ts';
import { expectCounts, popupCounts } from './figures.ts';
import { serveStreams, type StreamSite } from './stream-site.ts';

const CHAT = '/api/v1/chats/de9fc828-8d1b-42c6-8e38-411c05ea42b8';
/** An address of chats too. */
const CHATS = '/api/v1/chats/all';
/**
 * What a real Open WebUI 0.12.4 returned: three markers, and one in a block of code, each in `content` and in `output`.
 */
const STORED = readFileSync(new URL('../recordings/open-webui-chats/0.12.4.json', import.meta.url), 'utf8');

/**
 * A page that shows a stored chat and can store it again, as Open WebUI does: with fetch, or with XMLHttpRequest.
 * Responses to the latter in the first moments of a page pass unchanged; an answer to fetch waits until the hook knows
 * its settings.
 */
const PAGE = `<!doctype html><title>Chat</title><main></main><script>
const way = new URLSearchParams(location.search).get('by');
function load(path) {
  if (way === 'fetch') return fetch(path).then((response) => response.json());
  return new Promise((resolve) => {
    const xhr = new XMLHttpRequest();
    xhr.open('GET', path);
    xhr.onload = () => resolve(JSON.parse(xhr.responseText));
    xhr.send();
  });
}
if (way) (async () => {
  if (way === 'xhr') await (await fetch('${CHATS}')).text();
  const { chat } = await load('${CHAT}');
  for (const message of Object.values(chat.history.messages)) {
    const article = document.createElement('article');
    article.dataset.role = message.role;
    article.textContent = message.content;
    document.querySelector('main').append(article);
  }
  window.save = () => void fetch('${CHAT}?saved-' + way, { method: 'POST', body: JSON.stringify({ chat }) });
})();
</script>`;

declare const window: Window & { save(): void };

async function serveChat(): Promise<StreamSite> {
  const json = 'application/json';
  const files = {
    '/': { type: 'text/html; charset=utf-8', body: PAGE },
    [CHATS]: { type: json, body: '[]' },
    [CHAT]: { type: json, body: STORED },
  };
  const site = await serveStreams({ files });
  onTestFinished(() => site.close());
  return site;
}

/** What the page shows of the chat, message by message. */
async function open(page: Page, url: string): Promise<string[]> {
  await page.goto(url);
  await page.waitForFunction(() => 'save' in window);
  return page.$$eval('article', (articles) => articles.map((article) => article.textContent ?? ''));
}

test.each(BROWSERS)('in %s a stored chat with markers is shown clean, and stored clean again', async (kind) => {
  const driver = await sharedBrowser(kind);
  const site = await serveChat();
  const page = await driver.newPage();
  onTestFinished(() => page.close());
  expect((await open(page, `${site.origin}/?by=fetch`)).join()).toContain('`🔍 search x`');
  // Without a chat: the site is reloaded when it is switched on, and loading a chat counts.
  await page.goto(site.origin);
  await enableSite(driver, page);

  for (const [i, by] of ['fetch', 'xhr'].entries()) {
    const shown = await open(page, `${site.origin}/?by=${by}`);

    expect(shown).toEqual([
      'question 0',
      'Let me check. \n\nAll done: `code` stays.',
      'question 1',
      'Found it.\n\n```\n`⏰ list`\n```\nend',
    ]);
    await page.evaluate(() => window.save());
    const saved = await site.stream(`saved-${by}`);
    saved.end();
    expect(saved.body).not.toMatch(/💻|🔍/);
    expect(saved.body.match(/⏰/g)).toHaveLength(2);
    // Markers hidden on display are not counted again when the chat is stored.
    await expectCounts(driver, site.origin, { markers: 3 * (i + 1), tools: 0, imitated: 0 });
  }
  expect(await popupCounts(driver, page)).toMatchObject({ markers: 6 });
});
