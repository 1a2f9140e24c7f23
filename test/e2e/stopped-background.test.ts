/** Many tests stop the background while a page talks to it. If it could not be reached afterwards, all tests after them would fail. */
import { expect, onTestFinished, test } from 'vitest';
import { BROWSERS, freshBrowser } from '../support/browsers.ts';
import { stopBackground } from '../support/driving/background.ts';
import { openPage } from '../support/driving/own-pages.ts';

/** Milliseconds from the start of the stop to the event that wakes the background again. */
const DELAYS = Array.from({ length: 15 }, (_, index) => 2 * index);

test.each(BROWSERS)(
  'in %s the background stops even if an event wakes it meanwhile, and can be reached then',
  async (kind) => {
    const driver = await freshBrowser(kind);
    onTestFinished(() => driver.close());
    const page = await openPage(driver, 'options.html', 'body');

    for (const delay of DELAYS) {
      await driver.background(mark);
      await page.evaluate(wakeAfter, delay);
      await stopBackground(driver);

      expect(await driver.background(isMarked), `woken after ${delay} ms`).toBe(false);
    }
  },
);

interface Api {
  readonly runtime: { sendMessage(message: string): Promise<unknown> };
}

function wakeAfter(ms: number): void {
  const { chrome } = globalThis as unknown as { chrome: Api };
  setTimeout(() => void chrome.runtime.sendMessage('wake').catch(() => undefined), ms);
}

function mark(): void {
  (globalThis as { marked?: boolean }).marked = true;
}

function isMarked(): boolean {
  return (globalThis as { marked?: boolean }).marked === true;
}
