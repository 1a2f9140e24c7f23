/** Presses the buttons of a reply in a real chat page, as a person does. */
import type { ElementHandle, Page } from 'puppeteer-core';
import { until } from '../../../src/tools/browsers/until.ts';
import type { ChatPage } from './all-pages.ts';

const PRESS_MS = 20_000;

/** Clicks the last of these elements, once there is one. */
export async function press(page: Page, selector: string): Promise<void> {
  await (await last(page, selector)).click();
}

async function last(page: Page, selector: string): Promise<ElementHandle> {
  return until(async () => (await page.$$(selector)).at(-1), `${selector} to press`, PRESS_MS);
}

/**
 * @returns what the page's button for it copies, as pasted into the field for questions, which is
 * empty again
 */
export async function copied(page: Page, { input, buttons }: ChatPage): Promise<string> {
  await press(page, buttons.copy!);
  await page.click(input);
  await withControl(page, 'a');
  await withControl(page, 'v');
  const text = await until(
    () => page.$eval(input, (field) => (field as HTMLTextAreaElement).value || field.textContent),
    'what was copied',
    PRESS_MS,
  );
  await withControl(page, 'a');
  await page.keyboard.press('Backspace');
  return text;
}

/** Sends the last question once more, as it is. @returns what was in its field */
export async function editLast(page: Page, { buttons }: ChatPage): Promise<string> {
  const { question, open, field, send } = buttons.edit!;
  await (await last(page, question)).hover();
  await press(page, open);
  const text = await page
    .waitForSelector(field)
    .then((found) =>
      found!.evaluate((one) => (one as HTMLTextAreaElement).value || one.textContent),
    );
  await press(page, send);
  return text;
}

async function withControl(page: Page, key: 'a' | 'v'): Promise<void> {
  await page.keyboard.down('Control');
  await page.keyboard.press(key);
  await page.keyboard.up('Control');
}
