/** The action popup as the keyboard opens it. */
import type { Page } from 'puppeteer-core';
import { createChromeScope } from '../../../src/tools/browsers/chrome-scope.ts';
import type { Driver, Popup } from '../../../src/tools/browsers/driver.ts';

/** Flags of Chromium's own key events (ui/events/event_constants.h): Shift and Alt. */
const SHIFT_ALT = (1 << 1) | (1 << 3);

/**
 * Opens the popup over `tab` with Alt, Shift and a letter; throws if the browser does something
 * else.
 */
export function openPopupByKey(
  driver: Driver,
  tab: Page,
  letter: string,
  readySelector: string,
): Promise<Popup> {
  const { browser, views } = driver;
  return driver.openPopup(tab, readySelector, () =>
    views
      ? // Keys that are sent to a page stay in the page.
        views.pressKey('BrowserWidget', letter.charCodeAt(0), SHIFT_ALT)
      : createChromeScope(browser)(pressScript(letter)),
  );
}

/**
 * Returns a script that presses and releases Alt, Shift and a letter while the page has the focus.
 * Key by key as a keyboard would: page, menu bar and extensions receive the events in the same
 * order as from X11 (Firefox 153).
 */
function pressScript(letter: string): string {
  const keys = [
    ['Alt', 'AltLeft', 18],
    ['Shift', 'ShiftLeft', 16],
    [letter, `Key${letter}`, letter.charCodeAt(0)],
  ] as const;
  return `(() => {
    gBrowser.selectedBrowser.focus();
    const keyboard = Cc['@mozilla.org/text-input-processor;1'].createInstance(Ci.nsITextInputProcessor);
    keyboard.beginInputTransactionForTests(window);
    const keys = ${JSON.stringify(keys)}.map(([key, code, keyCode]) => new KeyboardEvent('', { key, code, keyCode }));
    for (const key of keys) keyboard.keydown(key);
    for (const key of keys.reverse()) keyboard.keyup(key);
  })()`;
}
