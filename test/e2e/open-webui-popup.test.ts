import { expect, onTestFinished, test } from 'vitest';
import type { Popup } from '../../src/tools/browsers/driver.ts';
import type { BrowserKind } from '../../src/tools/browsers/find.ts';
import { HOST_NAME } from '../../src/badges/look/host-name.ts';
import { findInShadow } from '../../src/tools/browsers/in-shadow.ts';
import { sleep, until } from '../../src/tools/browsers/until.ts';
import {
  COMPANION_ID,
  COMPANION_NAME,
  COMPANION_SOURCE,
  COMPANION_VERSION,
} from '../../src/companion/source.ts';
import { companionAddress, hrefOf } from '../../src/extension/routes.ts';
import { settingsTexts } from '../../src/settings/texts.ts';
import { companionTexts, openWebUiTexts } from '../../src/pages/popup/texts.ts';
import { BROWSERS, EITHER, sharedBrowser } from '../support/browsers.ts';
import { savesFiles } from '../support/downloads.ts';
import { ADMIN, MEMBER, type StoredFunction } from '../support/open-webui-api.ts';
import { serveOpenWebUi } from '../support/open-webui-server.ts';
import type { Background } from './extension-api.ts';
import { isFocused, reach } from './keyboard.ts';
import { noticeIn } from './notice.ts';
import { press as pressIn, textsOf } from './own-page.ts';
import { openPage, ownTab } from '../support/driving/own-pages.ts';
import { switchOn } from '../support/switch-on.ts';
import { signIn, type ServerOptions, type SignedIn } from './signed-in.ts';

const CARD = '.open-webui';
const INSTALL = '[data-step="install"]';
const CONFIRM = '[data-step="confirm"]';

interface Site extends SignedIn {
  /** Host and port. */
  readonly host: string;
}

/** A server like Open WebUI, open in a tab with the site on, and somebody signed in to it. */
async function openSite(
  kind: BrowserKind,
  token: string | null,
  options?: ServerOptions,
): Promise<Site> {
  const signedIn = await signIn(kind, token, options);
  const { server } = signedIn;
  // The popup that switched the site on may have asked already.
  server.asked.length = 0;
  return { ...signedIn, host: new URL(server.origin).host };
}

/** Opens the popup once the card is there. */
async function openCard({ driver, page }: Site): Promise<Popup> {
  const popup = await driver.openPopup(page, CARD);
  onTestFinished(async () => {
    if (!(await popup.isClosed())) await popup.close();
  });
  return popup;
}

/** Waits until the popup has this element. */
async function shown(popup: Popup, selector: string): Promise<void> {
  await until(
    () => popup.evaluate((wanted) => document.querySelector(wanted) !== null, selector),
    `${selector} in the popup`,
  );
}

async function press(popup: Popup, selector: string): Promise<void> {
  await shown(popup, selector);
  await popup.click(selector);
}

/**
 * Presses a button that replaces the part of the page it is in.
 * @returns text of the focused element the moment `next` is there: a key pressed then must not be
 * lost
 */
function focusAfter(popup: Popup, pressed: string, next: string): Promise<string> {
  function pressAndLook(button: string, wanted: string): Promise<string> {
    return new Promise((resolve) => {
      const observer = new MutationObserver(() => {
        if (!document.querySelector(wanted)) return;
        observer.disconnect();
        resolve(document.activeElement?.textContent ?? '');
      });
      observer.observe(document, { childList: true, subtree: true });
      document.querySelector<HTMLElement>(button)?.click();
    });
  }
  return popup.evaluate(pressAndLook, pressed, next);
}

async function expectText(popup: Popup, selector: string, text: string): Promise<void> {
  await expect.poll(() => popup.text(selector).catch(String), { timeout: 10_000 }).toContain(text);
}

function installed(some: Partial<StoredFunction> = {}): StoredFunction {
  return {
    id: COMPANION_ID,
    name: COMPANION_NAME,
    content: COMPANION_SOURCE,
    is_active: true,
    is_global: true,
    ...some,
  };
}

test.each(BROWSERS)(
  'in %s the server is asked through its page: first anonymously, without cookies',
  async (kind) => {
    const { driver, page, server } = await signIn(kind, MEMBER);
    const { asked } = server;
    await page.evaluate(() => {
      window.fetch = () => Promise.reject(new Error('This is the function of the page.'));
    });
    const before = asked.length;

    const popup = await driver.openPopup(page, CARD);
    onTestFinished(() => popup.close());

    // From the very first on: the notice of the page may still be asking.
    const [first, ...others] = asked;
    expect(first).toMatchObject({ method: 'GET', path: '/api/config', token: null, cookie: null });
    expect(
      others.filter(({ path }) => path !== '/api/config').map(({ token }) => token),
    ).not.toContain(null);
    expect(asked.length).toBeGreaterThan(before);
    expect(asked.filter(({ method }) => method !== 'GET')).toEqual([]);
  },
);

test.each(EITHER)('in %s an open popup asks the server once, not periodically', async (kind) => {
  const site = await openSite(kind, ADMIN);
  await openCard(site);
  // The popup polls the tab every second; what it asks as it opens is answered by then.
  await sleep(2500);
  const once = site.server.asked.length;

  await sleep(2500);
  expect(site.server.asked).toHaveLength(once);
});

test.each(EITHER)('in %s a page that is no Open WebUI gets no request', async (kind) => {
  const page = '<!doctype html><body data-sveltekit-preload-data="hover"><h1>Another page</h1>';
  const site = await openSite(kind, ADMIN, { page });

  const popup = await site.driver.openPopup(site.page, '.works .dot');
  await sleep(1000);

  expect(await popup.evaluate((card) => document.querySelector(card) === null, CARD)).toBe(true);
  expect(site.server.asked).toEqual([]);
  await popup.close();
});

/** The page of an Open WebUI that nobody has switched on. */
async function openUnasked(kind: BrowserKind) {
  const driver = await sharedBrowser(kind);
  const server = await serveOpenWebUi();
  const page = await driver.newPage();
  onTestFinished(async () => {
    await page.close();
    server.close();
  });
  await page.goto(server.origin);
  return { driver, server, page };
}

test.each(BROWSERS)('in %s a site that is off gets no request', async (kind) => {
  const { driver, server, page } = await openUnasked(kind);

  const popup = await driver.openPopup(page, '.offer');
  await sleep(1000);

  expect(server.asked).toEqual([]);
  await popup.close();
});

test.each(BROWSERS)(
  'in %s an admin sees the statement and the whole source, and installs with one click',
  async (kind) => {
    const site = await openSite(kind, ADMIN);
    const popup = await openCard(site);

    await press(popup, INSTALL);
    await shown(popup, CONFIRM);
    expect(await popup.text('pre')).toBe(COMPANION_SOURCE);
    expect(await popup.text('.page')).toContain(`Version ${COMPANION_VERSION}`);
    for (const sentence of companionTexts.statement)
      expect(await popup.text('.page ul')).toContain(sentence);
    expect(await popup.text(CONFIRM)).toBe(`Install on ${site.host}`);
    expect(site.server.api.functions()).toEqual([]);
    await popup.click(CONFIRM);

    await expectText(
      popup,
      CARD,
      `Companion ${COMPANION_VERSION} is installed. ${openWebUiTexts.switchedOn}`,
    );
    expect(site.server.api.functions()).toMatchObject([installed()]);
    const writes = site.server.asked.filter(({ method }) => method !== 'GET');
    expect(writes.map(({ origin }) => origin)).toEqual(writes.map(() => site.server.origin));
  },
);

test.each(BROWSERS)(
  'in %s a page without the companion says so once, and one key leads to its source and the one to install it',
  async (kind) => {
    const { driver, server, page } = await openUnasked(kind);
    await page.evaluate((token) => localStorage.setItem('token', token), ADMIN);
    await switchOn(driver, page);
    const says = async (): Promise<boolean> =>
      (await noticeIn(driver, page)).includes(openWebUiTexts.addsBadges) &&
      (await findInShadow(driver, page, HOST_NAME, 'next')) !== null;
    await until(says, 'the next step');
    await page.bringToFront();
    await reach(page, HOST_NAME);
    await page.keyboard.press('Enter');
    const companion = await ownTab(driver, 'popup.html', CONFIRM);
    onTestFinished(() => companion.close());
    expect([await companion.text('pre'), server.api.functions()]).toEqual([COMPANION_SOURCE, []]);
    await companion.click(CONFIRM);
    await until(() => server.api.functions().length > 0, 'the companion on the server');

    await page.goto(`${server.origin}/again`);
    await sleep(1500);
    expect(await noticeIn(driver, page)).not.toContain(openWebUiTexts.addsBadges);
  },
);

test.each(BROWSERS)(
  'in %s what stays behind is listed before a removal, with what to do about it',
  async (kind) => {
    const { driver, server } = await signIn(kind, ADMIN, { functions: [installed()] });
    const { host } = new URL(server.origin);
    const settings = await openPage(
      driver,
      hrefOf({ section: 'settings', card: 'before-removal', site: null }).slice(1),
      '[data-card="removal"] a',
    );
    onTestFinished(() => settings.close());
    await until(() => isFocused(settings, '[data-card="removal"]'), 'the card to have the focus');

    // Sites of other tests are listed, too.
    const row = `[data-card="removal"] .row:has(a[href*="${encodeURIComponent(server.origin)}"])`;
    expect(await textsOf(settings, `${row} .words`)).toEqual([host + settingsTexts.removalChats]);
    await pressIn(settings, `${row} [data-step="companion"]`);
    const id = await driver.beside(async (origin) => {
      const { chrome } = globalThis as unknown as Background;
      return (await chrome.tabs.query({})).find(({ url }) => url?.startsWith(origin))?.id;
    }, server.origin);
    const companion = await ownTab(driver, companionAddress(Number(id), 'remove'), CONFIRM);

    expect(await companion.text('h1')).toBe(companionTexts.titles.remove);
    expect(server.api.functions()).toHaveLength(1);
    await companion.close();
  },
);

test.each(EITHER)('in %s an admin who goes back changes nothing', async (kind) => {
  const site = await openSite(kind, ADMIN);
  const popup = await openCard(site);

  await shown(popup, INSTALL);

  expect(await focusAfter(popup, INSTALL, '.back')).toBe(companionTexts.titles.install);
  expect(await focusAfter(popup, '.back', INSTALL)).toBe('More');
  expect(site.server.asked.filter(({ method }) => method !== 'GET')).toEqual([]);
});

test.each(EITHER)('in %s an admin removes the companion with one confirmation', async (kind) => {
  const site = await openSite(kind, ADMIN, { functions: [installed()] });
  const popup = await openCard(site);

  await press(popup, '.more > summary');
  await press(popup, '[data-step="remove"]');
  expect(site.server.api.functions()).toHaveLength(1);
  await press(popup, CONFIRM);

  await expectText(popup, '.works', openWebUiTexts.addsBoth);
  expect(site.server.api.functions()).toEqual([]);
});

test.each(EITHER)(
  'in %s a refusal of the server is quoted, and the admin can try again',
  async (kind) => {
    const refuse = {
      method: 'POST',
      path: '/api/v1/functions/create',
      detail: '<b>No module named pydantic</b>',
    };
    const site = await openSite(kind, ADMIN, { refuse });
    const popup = await openCard(site);

    await press(popup, INSTALL);
    await press(popup, CONFIRM);

    await expectText(popup, '.failed', '<b>No module named pydantic</b>');
    expect(
      await popup.evaluate(
        (selector) => document.querySelector(selector)?.getAttribute('aria-disabled'),
        CONFIRM,
      ),
    ).toBe('false');
    expect(site.server.api.functions()).toEqual([]);
  },
);

test.each(BROWSERS)(
  'in %s somebody who is no admin copies a message with instructions and the source in one press, and changes nothing',
  async (kind) => {
    const site = await openSite(kind, MEMBER);
    const popup = await openCard(site);
    expect(await popup.text(INSTALL)).toBe(companionTexts.copyMessage);

    await press(popup, INSTALL);

    await expectText(popup, '.page [role="status"]', companionTexts.messageCopied);
    expect(await popup.text('pre')).toContain(COMPANION_ID);
    expect(await popup.text('pre')).toContain(site.host);
    expect(await popup.text('pre')).toContain(COMPANION_SOURCE);
    expect(
      await popup.evaluate((confirm) => document.querySelector(confirm) === null, CONFIRM),
    ).toBe(true);
    expect(site.server.asked.filter(({ method }) => method !== 'GET')).toEqual([]);
  },
);

test.each(EITHER)(
  'in %s with nobody signed in, the popup says so and asks again on request',
  async (kind) => {
    const site = await openSite(kind, null);
    const popup = await openCard(site);
    await expectText(popup, '.works', 'You are not signed in here.');

    await site.page.evaluate((text) => localStorage.setItem('token', text), ADMIN);
    await press(popup, '[data-step="retry"]');

    await expectText(popup, '.works', openWebUiTexts.addsBoth);
  },
);

test.each(BROWSERS)('in %s the source can be downloaded as a file', async (kind) => {
  const site = await openSite(kind, MEMBER);
  const savedFile = await savesFiles(site.driver, '.py');
  const popup = await openCard(site);

  await press(popup, INSTALL);
  await press(popup, '[data-step="download"]');

  expect(await savedFile()).toEqual({ name: `${COMPANION_ID}.py`, text: COMPANION_SOURCE });
});
