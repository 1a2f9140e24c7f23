/** A chat of Open WebUI in which the model fakes a call. */
import type { Page } from 'puppeteer-core';
import { onTestFinished } from 'vitest';
import type { Driver } from '../../src/tools/browsers/driver.ts';
import { enableSite } from '../../src/tools/browsers/enable-site.ts';
import type { BrowserKind } from '../../src/tools/browsers/find.ts';
import { until } from '../../src/tools/browsers/until.ts';
import { sharedBrowser } from '../support/browsers.ts';
import type {} from '../support/open-webui-page/page.ts';
import { serveOpenWebUi, type OpenWebUiSite } from '../support/open-webui-page/site.ts';
import type { Background } from './extension-api.ts';

/** The chat of one server, with so many turns. */
const TURNS = [1, 2, 3, 4, 5].flatMap((turn) => [
  { id: `q${turn}`, user: 'And?' },
  { id: `a${turn}` },
]);

export async function enabledSite(
  kind: BrowserKind,
): Promise<{ site: OpenWebUiSite; driver: Driver }> {
  const site = await serveOpenWebUi();
  onTestFinished(() => site.close());
  const driver = await sharedBrowser(kind);
  const page = await driver.newPage();
  await page.goto(site.origin);
  await enableSite(driver, page);
  await page.close();
  return { site, driver };
}

/** A person says that the site uses Hermes: its markers are shown while their tools run. */
export async function knowHermes(
  driver: Driver,
  { origin }: Pick<OpenWebUiSite, 'origin'>,
): Promise<void> {
  await driver.beside(async (key) => {
    const { chrome } = globalThis as unknown as Background;
    await chrome.storage.local.set({ [key]: { enabled: true, choices: { hermes: true } } });
  }, `site:${origin}`);
}

/** @param name part of its address: in Firefox, a tab is found by it */
export async function openChat(
  driver: Driver,
  site: OpenWebUiSite,
  name: string,
  turns = 1,
): Promise<Page> {
  const page = await driver.newPage();
  onTestFinished(() => page.close());
  await page.goto(`${site.origin}/?${name}`);
  await showTurns(page, turns);
  return page;
}

/**
 * Waits until the page gets what its server sends. Puppeteer's own wait polls once per frame, and a
 * background tab has none.
 */
export async function untilListening(page: Page): Promise<void> {
  await until(
    () => page.evaluate(() => 'openWebUi' in window && window.openWebUi.isListening()),
    'the page to listen',
  );
}

/** Shows the chat, as Open WebUI does once it has loaded it. */
export async function showTurns(page: Page, turns: number): Promise<void> {
  await untilListening(page);
  await page.evaluate(
    (messages) => window.openWebUi.show('chat', messages),
    TURNS.slice(0, 2 * turns),
  );
}

/** A marker that arrives token by token: the model writes it itself, and no tool runs. */
export function fakeCall(site: OpenWebUiSite, messageId: string): void {
  const message = { chatId: 'chat', messageId };
  site.emit(message, 'chat:completion', { choices: [{ index: 0, delta: { role: 'assistant' } }] });
  let content = '';
  for (const token of ['Sure.', '\n`', '⏰', ' li', 'st', '`', '\n\n\nDone', ' now.']) {
    content += token;
    site.emit(message, 'chat:completion', { content });
  }
  site.emit(message, 'chat:completion', { content, done: true });
}
