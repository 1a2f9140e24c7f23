/** Presses controls of an Open WebUI page, by the names that its releases give them. */
import type { ElementHandle } from 'puppeteer-core';
import { sleep, until } from '../../src/tools/browsers/until.ts';
import type { Tab } from './tab.ts';

/** A busy machine takes its time over a page. */
const PRESS_MS = 20_000;

/** Icons of the arrows between branches: only some releases label them. */
const ARROWS = {
  previous: 'M15.75 19.5 8.25 12l7.5-7.5',
  next: 'm8.25 4.5 7.5 7.5-7.5 7.5',
} as const;
const PENCIL = 'M16.862 4.487';

/** Buttons of a reply; each has had this name since 0.5. */
export const REPLY = {
  resume: '#continue-response-button',
  regenerate: '[aria-label="Regenerate"], .regenerate-response-button:not([id]):not(.hidden)',
  copy: '.copy-response-button',
  speak: '[id^="speak-button-"]',
  merge: '#merge-response-button',
  good: `button[aria-label="Good Response"], button:has(path[d^="M14 9V5a3 3 0 0 0-3-3l-4 9"])`,
} as const;

/** Of a message that is being edited. */
export const EDIT = {
  confirm: '#confirm-edit-message-button',
  save: '#save-edit-message-button',
  copy: '#save-new-message-button',
} as const;

/** Clicks the last one, wherever it is on the screen: some are visible only under the mouse. */
export async function press({ page }: Tab, selector: string): Promise<void> {
  await until(
    () =>
      page.evaluate((wanted) => {
        const found = [...document.querySelectorAll<HTMLElement>(wanted)].at(-1);
        found?.click();
        return found !== undefined;
      }, selector),
    `${selector} to press`,
    PRESS_MS,
  );
}

/** Clicks the element with exactly this text. */
export async function pressText({ page }: Tab, selector: string, text: string): Promise<void> {
  await until(
    () =>
      page.evaluate(
        (wanted, words) => {
          const found = [...document.querySelectorAll<HTMLElement>(wanted)].find(
            (one) => one.textContent?.trim() === words,
          );
          found?.click();
          return found !== undefined;
        },
        selector,
        text,
      ),
    `"${text}" to press`,
    PRESS_MS,
  );
}

/** Opens the menu of the open chat, and in it the submenus and then the entry with these names. */
export async function pressChatMenu(tab: Tab, ...names: readonly string[]): Promise<void> {
  await press(tab, '#chat-context-menu-button');
  await pressEntries(tab, names);
}

/** The same for its menu in the list of chats, which has other entries. */
export async function pressListMenu(
  tab: Tab,
  chatId: string,
  ...names: readonly string[]
): Promise<void> {
  const { page } = tab;
  await page.evaluate(() => localStorage.setItem('sidebar', 'true'));
  await page.reload();
  const link = `a[href="/c/${chatId}"]`;
  await page.waitForSelector(link, { timeout: PRESS_MS * 3 });
  // Some releases draw the button only under the mouse, others hide it.
  await page.hover(link);
  await until(
    () =>
      page.evaluate((wanted) => {
        let around = document.querySelector(wanted)?.parentElement;
        while (around && !around.querySelector('button[aria-label="Chat Menu"]'))
          around = around.parentElement;
        const found = around?.querySelector<HTMLElement>('button[aria-label="Chat Menu"]');
        found?.click();
        return found != null;
      }, link),
    'the menu of the chat to press',
    PRESS_MS,
  );
  await pressEntries(tab, names);
}

/** A submenu opens under the mouse, or at a click. */
async function pressEntries({ page }: Tab, names: readonly string[]): Promise<void> {
  const find = async (name: string): Promise<ElementHandle<HTMLElement> | null> => {
    const handle = await page.evaluateHandle((wanted) => {
      const entries = [...document.querySelectorAll<HTMLElement>('button, [role="menuitem"]')];
      return (
        entries.findLast(
          (one) => one.textContent?.trim() === wanted && one.getClientRects().length > 0,
        ) ?? null
      );
    }, name);
    return handle.asElement() as ElementHandle<HTMLElement> | null;
  };
  for (const [i, name] of names.entries()) {
    const entry = await until(() => find(name), `"${name}" to press`, PRESS_MS);
    const next = names[i + 1];
    await entry.hover();
    await sleep(300);
    if (next === undefined || !(await find(next))) await entry.evaluate((one) => one.click());
  }
}

/** Regenerates the last reply. @param how entry of the menu, if the release has one */
export async function regenerate(
  tab: Tab,
  how: 'Try Again' | 'Add Details' | 'More Concise' = 'Try Again',
): Promise<void> {
  const before = (await tab.chat.replies()).at(-1)?.id;
  const isOther = async (): Promise<boolean> => (await tab.chat.replies()).at(-1)?.id !== before;
  await press(tab, REPLY.regenerate);
  // Before 0.6.23 there is no menu.
  await until(
    async () =>
      (await isOther()) ||
      (await tab.page.evaluate((words) => {
        const found = [...document.querySelectorAll<HTMLElement>('button, [role="menuitem"]')].find(
          (one) => one.textContent?.trim() === words,
        );
        found?.click();
        return found !== undefined;
      }, how)),
    `"${how}" to press`,
    PRESS_MS,
  );
  await until(isOther, 'the new branch', PRESS_MS);
  await tab.chat.untilDone(1);
}

/** Switches to another branch at this message. */
export async function goToBranch(
  tab: Tab,
  message: string,
  direction: keyof typeof ARROWS,
): Promise<void> {
  const label = direction === 'previous' ? 'Previous message' : 'Next message';
  await press(
    tab,
    `#message-${message} button[aria-label="${label}"], #message-${message} button:has(path[d="${ARROWS[direction]}"])`,
  );
}

/**
 * Opens the field in which a message is edited, and types into it.
 * @param change gets the current text and returns the new one
 * @returns the previous text
 */
export async function edit(
  tab: Tab,
  message: string,
  change: (text: string) => string,
): Promise<string> {
  // From 0.10 on a reply has a field for each of its parts, without an id.
  const field = `#message-${message} textarea`;
  await press(
    tab,
    `#message-${message} button[aria-label="Edit"], #message-${message} .edit-user-message-button, #message-${message} button:has(path[d^="${PENCIL}"])`,
  );
  await tab.page.waitForSelector(field, { timeout: PRESS_MS });
  const before = await tab.page.evaluate(
    (wanted) => document.querySelector<HTMLTextAreaElement>(wanted)!.value,
    field,
  );
  await tab.page.evaluate(
    (wanted, text) => {
      const area = document.querySelector<HTMLTextAreaElement>(wanted)!;
      area.value = text;
      area.dispatchEvent(new Event('input', { bubbles: true }));
    },
    field,
    change(before),
  );
  return before;
}
