/**
 * Answers the question of an agent as a person does: "Look at it…" beside the reply, then a button
 * of the window.
 */
import type { Page } from 'puppeteer-core';
import { createChromiumPage } from '../../../src/tools/browsers/chromium.ts';
import { createChromeScope } from '../../../src/tools/browsers/chrome-scope.ts';
import type { Driver, OwnPage } from '../../../src/tools/browsers/driver.ts';
import { createFirefoxPage } from '../../../src/tools/browsers/firefox-own-pages.ts';
import { pressOurs } from '../../../src/tools/browsers/in-shadow.ts';
import { sleep, until } from '../../../src/tools/browsers/until.ts';
import type { Choice } from '../../../src/normalizer/progress/progress-types.ts';

/** Milliseconds in which a person reads a command; the window takes no press before 500. */
const READ_MS = 1000;
const OPENS_MS = 10_000;

/** The window, or the tab, that shows a question; null if none is open. */
export async function approvalWindow(driver: Driver): Promise<OwnPage | null> {
  const address = `${driver.base}approval.html`;
  if (driver.kind === 'chromium') {
    const target = driver.browser
      .targets()
      .find((one) => one.type() === 'page' && one.url().startsWith(address));
    const page = await target?.page();
    return page ? createChromiumPage(page) : null;
  }
  const found = `([...Services.wm.getEnumerator('navigator:browser')]
    .flatMap((view) => [...(view.gBrowser?.browsers ?? [])])
    .find(({ currentURI }) => currentURI.spec.startsWith(${JSON.stringify(address)})) ?? null)`;
  const page = createFirefoxPage(
    createChromeScope(driver.browser),
    found,
    // A window goes with its only tab.
    `(() => {
      const view = ${found}?.ownerDocument.defaultView;
      const tab = view?.gBrowser.getTabForBrowser(${found});
      if (tab) view.gBrowser.removeTab(tab, { skipPermitUnload: true, closeWindowWithLastTab: true });
    })()`,
  );
  return (await page.isClosed()) ? null : page;
}

/** Presses "Look at it…" and waits until the window shows the question. */
export async function lookAtQuestion(driver: Driver, page: Page): Promise<OwnPage> {
  await pressOurs(driver, page, 'look', async () => (await approvalWindow(driver)) !== null);
  return until(
    async () => {
      const opened = await approvalWindow(driver);
      // While it is being loaded, nobody answers.
      return (await opened?.text('.command').catch(() => null)) != null && opened;
    },
    'the window with the question',
    OPENS_MS,
  );
}

/** Presses one of the answers in the window, once it was read. */
export async function pressAnswer(opened: OwnPage, choice: Choice): Promise<void> {
  await sleep(READ_MS);
  if (choice === 'session' || choice === 'always') await opened.click('[data-step="more"]');
  await opened.click(`[data-step="${choice}"]`);
}

/** Looks at the question, answers it, and waits until the window is gone. */
export async function answerQuestion(driver: Driver, page: Page, choice: Choice): Promise<void> {
  await pressAnswer(await lookAtQuestion(driver, page), choice);
  await until(async () => (await approvalWindow(driver)) === null, 'the window to close', OPENS_MS);
}
