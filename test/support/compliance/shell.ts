/**
 * A headless shell instead of a browser: it exists in many old versions, and cannot load extensions. So all scripts of
 * a site are given to its pages by remote control, in the same two worlds: all before any script of the page, also the
 * badges, which a browser runs at document_end. The background is a stand-in that answers nothing.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import puppeteer, { type Page } from 'puppeteer-core';
import type { Driver } from '../../../src/tools/browsers/driver.ts';
import { createProfile } from '../../../src/tools/browsers/profile.ts';
import { build } from '../../../src/tools/cli/build.ts';
import { i18nExpression, type I18n } from '../i18n.ts';
import { messagesOf } from '../locales.ts';

/** Names the program of a headless shell (chrome-headless-shell), to run the Chromium half of the tests in it. */
export const SHELL = process.env.HEADLESS_SHELL_PATH;

const WORLD = 'stream-fixer';

/** Starts the shell. Only what a page needs works of its driver. */
export async function launchShell(path: string): Promise<Driver> {
  const profile = createProfile();
  const browser = await puppeteer.launch({
    executablePath: path,
    headless: 'shell',
    pipe: true,
    userDataDir: profile.directory,
    defaultViewport: null,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  profile.launched(browser.process());
  const driver: Partial<Driver> = { kind: 'chromium', browser, base: '', newPage: () => browser.newPage() };
  return driver as Driver;
}

/** Gives all scripts to every document with an address of its own that this page loads from now on. */
export async function hookPage(page: Page): Promise<void> {
  const folder = await build('chromium');
  const session = await page.createCDPSession();
  await session.send('Page.enable');
  const script = (file: string, before = ''): string =>
    // A browser's pattern matches no `about:blank`. Without a name, the hook's stack frames would look like those of
    // any other code without one.
    `if (location.protocol !== 'about:') {${before}${readFileSync(join(folder, file), 'utf8')}
    }\n//# sourceURL=chrome-extension://stand-in/${file}`;
  await session.send('Page.addScriptToEvaluateOnNewDocument', { source: script('page-hook.js') });
  await session.send('Page.addScriptToEvaluateOnNewDocument', {
    source: script('page-bridge.js', `(${String(standIn)})(${i18nExpression(messagesOf('en'))});`),
    worldName: WORLD,
  });
  await session.send('Page.addScriptToEvaluateOnNewDocument', { source: script('page-badges.js'), worldName: WORLD });
}

/** Runs in the world of the bridge: as much of the extension's interface as it needs, on a site that is on. */
function standIn({ getMessage }: I18n): void {
  const stored = { [`site:${location.origin}`]: { enabled: true, choices: { hermes: true } } };
  const event = { addListener() {}, removeListener() {} };
  // Under this name promises are expected, not callbacks.
  Object.assign(globalThis, {
    chrome: { runtime: { id: 'stand-in' } },
    browser: {
      runtime: {
        id: 'stand-in',
        getURL: (file: string) => file,
        sendMessage: () => Promise.resolve(null),
        onMessage: event,
        onConnect: event,
      },
      storage: { local: { get: () => Promise.resolve(stored), set: () => Promise.resolve() }, onChanged: event },
      i18n: { getMessage, getUILanguage: () => 'en' },
      extension: { inIncognitoContext: false },
    },
  });
}
