import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { showContextMenu } from '../../src/sites/context-menu.ts';
import { installFakeExtension } from '../support/fake-extension-apis.ts';
import { i18nIn, setI18n } from '../support/locales.ts';
import { createFakeMenu, type FakeMenu } from '../support/fake-menu.ts';

const SITE = 'http://localhost:3000';

let menu: FakeMenu;

beforeEach(() => {
  installFakeExtension();
  menu = createFakeMenu();
  Object.assign(fakeBrowser, { contextMenus: menu.api });
});

async function opened(): Promise<string | undefined> {
  return (await fakeBrowser.tabs.query({})).at(-1)?.url;
}

test('the menu has its entries once, however often the background starts', async () => {
  showContextMenu();
  await expect.poll(() => menu.titles()).toEqual(['Settings', 'Help', 'Before you remove it']);

  showContextMenu();

  await expect.poll(() => menu.entries()).toEqual(['settings', 'help', 'beforeRemoval']);
});

test('while the background starts once more, no entry is gone for a moment: it would lead nowhere', async () => {
  showContextMenu();
  await expect.poll(() => menu.entries()).toHaveLength(3);
  showContextMenu();

  for (let step = 0; step < 100; step++) {
    expect(menu.entries()).toHaveLength(3);
    await Promise.resolve();
  }
});

test('after a change of language, the entries have its words', async () => {
  showContextMenu();
  await expect.poll(() => menu.titles()).toContain('Settings');
  await setI18n(i18nIn('de'));
  onTestFinished(() => setI18n(i18nIn('en')));

  showContextMenu();

  await expect.poll(() => menu.titles()).toContain('Einstellungen');
});

test.each([
  ['settings', true, `#settings?site=${encodeURIComponent(SITE)}`],
  ['settings', false, '#settings'],
  ['help', true, '#help'],
  ['beforeRemoval', true, '#before-removal'],
] as const)('"%s" over a site that is on: %s leads to %s', async (entry, enabled, hash) => {
  await fakeBrowser.storage.local.set({ [`site:${SITE}`]: { enabled } });
  showContextMenu();

  await menu.click(entry, `${SITE}/`);

  await expect.poll(opened).toBe(fakeBrowser.runtime.getURL('/' as never) + `options.html${hash}`);
});

test('an entry of an older version does nothing', async () => {
  const before = (await fakeBrowser.tabs.query({})).length;
  showContextMenu();

  for (const entry of ['turnOff', 'statistics']) await menu.click(entry, `${SITE}/`);

  expect(await fakeBrowser.tabs.query({})).toHaveLength(before);
});

test('a browser without menus, as on phones, is left alone', () => {
  Object.assign(fakeBrowser, { contextMenus: undefined });

  expect(() => showContextMenu()).not.toThrow();
});
