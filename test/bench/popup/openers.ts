/** Opens the real popup and reads when it painted, without disturbing it. */
import { setTimeout } from 'node:timers/promises';
import type { Connection, Page } from 'puppeteer-core';
import type { Driver } from '../../../src/tools/browsers/driver.ts';
import { stopBackground } from '../../support/driving/background.ts';

/**
 * @returns milliseconds from the start of the popup's page to its first paint; ours counts with its
 * figures, and paints nothing before
 */
export type OpenPopup = (awake: boolean) => Promise<number>;

/**
 * Milliseconds until a popup is asked when it painted: long after that, because asking earlier
 * would disturb it.
 */
const PAINTED_AFTER = 1000;
const SETTLED_AFTER = 200;

/** @param tab the page over which the popup opens */
export async function openerOf(driver: Driver, tab: Page): Promise<OpenPopup> {
  const open =
    driver.kind === 'firefox'
      ? () => openInFirefox(driver, tab)
      : await createChromiumOpener(driver, tab);
  return async (awake) => {
    if (awake) await driver.background(() => true);
    else await stopBackground(driver);
    await tab.bringToFront();
    // Nobody clicks at the moment at which the tab comes to the front, or the last popup closes.
    await setTimeout(SETTLED_AFTER);
    const painted = await open();
    if (typeof painted !== 'number')
      throw new Error(
        `The popup painted nothing in ${PAINTED_AFTER} ms, or is not ready: ${String(painted)}`,
      );
    return painted;
  };
}

/** Read in the popup: its first paint, or what it says if there are no figures. */
function firstPaint(): number | string | null {
  if (!document.querySelector('[data-count="markers"]')) return document.body.textContent;
  return performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null;
}

/** Asks the popup once before, when its panel is open already. */
async function openInFirefox(driver: Driver, tab: Page): Promise<unknown> {
  const popup = await driver.openPopup(tab);
  await setTimeout(PAINTED_AFTER);
  const painted = await popup.evaluate(firstPaint);
  await popup.close();
  return painted;
}

async function createChromiumOpener(driver: Driver, tab: Page): Promise<() => Promise<unknown>> {
  const connection = await leavePopupsAlone(driver);
  return async () => {
    const extension = (await driver.browser.extensions()).get(new URL(driver.base).host);
    if (!extension) throw new Error('The extension is not installed in this browser.');
    await extension.triggerAction(tab);
    await setTimeout(PAINTED_AFTER);
    const { targetInfos } = await connection.send('Target.getTargets', { filter: [{}] });
    const popup = targetInfos.find(({ url }) => url === `${driver.base}popup.html`);
    if (!popup) throw new Error('The popup did not open.');
    const session = await connection.createSession(popup);
    const { result } = await session.send('Runtime.evaluate', {
      expression: `(${String(firstPaint)})()`,
      returnByValue: true,
    });
    await session.send('Target.closeTarget', popup);
    return result.value;
  };
}

/**
 * From now on nothing attaches to popups as they open. A driver that does halts each of them at its
 * start and injects a world of its own: that took the popup from 92 to 128 ms, and an empty one
 * from 68 to 84 (Chromium 156).
 */
async function leavePopupsAlone(driver: Driver): Promise<Connection> {
  const connection = (await driver.browser.target().createCDPSession()).connection();
  if (!connection) throw new Error('The browser is gone.');
  const filter = [{ type: 'other', exclude: true }, { type: 'page', exclude: true }, {}];
  await connection.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: false,
    flatten: true,
    filter,
  });
  return connection;
}
