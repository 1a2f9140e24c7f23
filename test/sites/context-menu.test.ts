import { beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { showContextMenu } from '../../src/sites/context-menu.ts';
import { installFakeExtension } from '../support/fake-extension-apis.ts';
import { createFakeMenu, type FakeMenu } from '../support/fake-menu.ts';

const SITE = 'http://localhost:3000';
const turnOff = vi.fn(async () => {});

let menu: FakeMenu;

beforeEach(() => {
  installFakeExtension();
  turnOff.mockClear();
  menu = createFakeMenu();
  Object.assign(fakeBrowser, { contextMenus: menu.api });
  showContextMenu(turnOff);
});

/** Makes the active tab show this. */
async function show(url: string): Promise<void> {
  const { id = -1 } = await fakeBrowser.tabs.create({ url, active: true });
  await fakeBrowser.tabs.onActivated.trigger({ tabId: id, windowId: 0 });
}

async function install(): Promise<void> {
  await fakeBrowser.runtime.onInstalled.trigger({ reason: 'install' });
}

async function opened(): Promise<string | undefined> {
  return (await fakeBrowser.tabs.query({})).at(-1)?.url;
}

test('the menu has its entries once, however often the browser starts', async () => {
  await install();
  await fakeBrowser.runtime.onStartup.trigger();

  await expect.poll(() => menu.entries()).toEqual(['settings', 'statistics', 'help', 'turnOff', 'beforeRemoval']);
  expect(menu.titles()).toEqual(['Settings', 'Statistics', 'Help', 'Turn off on this site', 'Before you remove it']);
});

test('"turn off" is offered if the active tab shows a site that is on, and only then', async () => {
  await fakeBrowser.storage.local.set({ [`site:${SITE}`]: { enabled: true } });
  await install();

  await show(`${SITE}/c/1`);
  await expect.poll(() => menu.isVisible('turnOff')).toBe(true);
  await show('http://localhost:3001/');
  await expect.poll(() => menu.isVisible('turnOff')).toBe(false);
  await show('about:blank');
  await expect.poll(() => menu.isVisible('turnOff')).toBe(false);
});

test('"turn off" is offered as soon as the active site is turned on', async () => {
  await install();
  await show(`${SITE}/`);
  await expect.poll(() => menu.isVisible('turnOff')).toBe(false);

  await fakeBrowser.storage.local.set({ [`site:${SITE}`]: { enabled: true } });

  await expect.poll(() => menu.isVisible('turnOff')).toBe(true);
});

test('"turn off" applies to the site of the tab', async () => {
  await menu.click('turnOff', `${SITE}/c/1`);

  expect(turnOff.mock.calls).toEqual([[SITE]]);
});

test.each([
  ['settings', true, `#settings?site=${encodeURIComponent(SITE)}`],
  ['settings', false, '#settings'],
  ['statistics', true, `#statistics?site=${encodeURIComponent(SITE)}`],
  ['help', true, '#help'],
  ['beforeRemoval', true, '#before-removal'],
] as const)('"%s" over a site that is on: %s leads to %s', async (entry, enabled, hash) => {
  await fakeBrowser.storage.local.set({ [`site:${SITE}`]: { enabled } });

  await menu.click(entry, `${SITE}/`);

  await expect.poll(opened).toBe(fakeBrowser.runtime.getURL('/' as never) + `options.html${hash}`);
  expect(turnOff).not.toHaveBeenCalled();
});

test.each(['turnOff', 'something else'])('"%s" over a page without a site does nothing', async (entry) => {
  const before = (await fakeBrowser.tabs.query({})).length;

  await menu.click(entry, 'about:blank');

  expect(turnOff).not.toHaveBeenCalled();
  expect(await fakeBrowser.tabs.query({})).toHaveLength(before);
});

test('a browser without menus, as on phones, is left alone', () => {
  Object.assign(fakeBrowser, { contextMenus: undefined });

  expect(() => showContextMenu(turnOff)).not.toThrow();
});

test('a menu that the browser has lost is recreated', async () => {
  await install();
  await expect.poll(() => menu.entries()).toHaveLength(5);
  menu.lose();

  await show('about:blank');

  await expect.poll(() => menu.entries()).toHaveLength(5);
});
