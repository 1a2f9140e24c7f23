/**
 * A page of the extension that belongs to no tab and runs no code of the extension, but has its API. What is read there is
 * read without waking the background, as opening a tab would.
 */
import type { Browser, Page } from 'puppeteer-core';
import { type ChromeScope, evaluateIn } from './chrome-scope.ts';
import { until } from './until.ts';

/** Any file of the extension that is a document and no script. */
const FILE = 'icon/on.svg';
/** Where Firefox's own window keeps it. */
const KEPT = 'window.streamFixerHiddenPage';

/** Opens one in Chromium. @param base address of the extension, with a slash at its end */
export async function openHiddenPage(browser: Browser, base: string): Promise<Page> {
  // The page closes with the session that made it.
  const session = await browser.target().createCDPSession();
  const url = base + FILE;
  // puppeteer's types do not know `hidden` yet.
  const { targetId } = (await session.send('Target.createTarget', { url, hidden: true } as {
    url: string;
  })) as { readonly targetId: string };
  // Nor does it announce this target, or name its id.
  const target = await until(
    () => browser.targets().find((one) => (one as { _targetId?: string })._targetId === targetId),
    'the hidden page of the extension',
  );
  const page = await target.asPage();
  await page.waitForSelector('svg');
  return page;
}

/** Runs a function in the one of Firefox, which is opened if there is none. @param extension expression for what it knows */
export async function runInHiddenPage<A extends unknown[]>(
  chrome: ChromeScope,
  extension: string,
  base: string,
  run: (...args: A) => unknown,
  args: A,
): Promise<unknown> {
  // An extension that was loaded again has no such page yet.
  await chrome(`(async () => {
    if (${KEPT}?.extension === ${extension}) return;
    const { ExtensionParent } = ChromeUtils.importESModule('resource://gre/modules/ExtensionParent.sys.mjs');
    const page = new ExtensionParent.HiddenExtensionPage(${extension}, 'tab');
    const browser = await page.createBrowserElement();
    ${KEPT} = { extension: ${extension}, browser };
    const triggeringPrincipal = Services.scriptSecurityManager.getSystemPrincipal();
    browser.fixupAndLoadURIString(${JSON.stringify(base + FILE)}, { triggeringPrincipal });
  })()`);
  const frame = `${KEPT}.browser`;
  const isThere = (): boolean => document.querySelector('svg') !== null && 'chrome' in globalThis;
  // While it is being loaded, nobody answers.
  await until(
    () => evaluateIn(chrome, frame, isThere, []).catch(() => false),
    'the hidden page of the extension',
  );
  return evaluateIn(chrome, frame, run, args);
}
