/** Does what a person does with mouse and keyboard, and counts the presses. */
import type { KeyInput, KeyPressOptions, Page } from 'puppeteer-core';
import type { Driver, OwnPage, Popup } from '../../src/tools/browsers/driver.ts';
import { pressOurs } from '../../src/tools/browsers/in-shadow.ts';

/** Each method is one press, except for `write`. The caller waits for the result. */
export interface Person {
  /** Everything pressed so far, in order. */
  readonly presses: readonly string[];
  /** Presses the icon, and waits until the popup shows `readySelector`. */
  openPopup(tab: Page, readySelector: string): Promise<Popup>;
  /** Presses an element of a page, where it is drawn. */
  click(what: string, page: Pick<OwnPage | Page, 'click'>, selector: string): Promise<void>;
  /** Presses a button of ours within a page of a site, and waits until `happened`. */
  clickOurs(
    what: string,
    page: Page,
    className: string,
    happened: () => Promise<boolean>,
  ): Promise<void>;
  /** Presses one key, or two held down together. */
  key(what: string, page: Page, key: KeyInput, options?: KeyPressOptions): Promise<void>;
  /** Presses "Allow" in the browser's own prompt. */
  allow(): Promise<void>;
  /** Types a text into the focused element, which is no press. */
  write(page: OwnPage | Page, text: string): Promise<void>;
}

/** @returns a person who has pressed nothing yet */
export function createPerson(driver: Driver): Person {
  const presses: string[] = [];

  function press<T>(what: string, work: () => Promise<T>): Promise<T> {
    presses.push(what);
    return work();
  }

  return {
    presses,
    openPopup: (tab, readySelector) =>
      press('the icon', () => driver.openPopup(tab, readySelector)),
    click: (what, page, selector) => press(what, () => page.click(selector)),
    clickOurs: (what, page, className, happened) =>
      press(what, () => pressOurs(driver, page, className, happened)),
    key: (what, page, key, options) => press(what, () => page.keyboard.press(key, options)),
    allow: () => press('Allow', () => driver.answer(true)),
    write: (page, text) => ('keyboard' in page ? page.keyboard.type(text) : page.write(text)),
  };
}
