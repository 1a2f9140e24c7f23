import { beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { keepPacks } from '../../src/rules/own-pack-store.ts';
import type { Hermes } from '../../src/settings/hermes.ts';
import * as store from '../../src/settings/store.ts';

const SITE = 'http://localhost:3000';

beforeEach(() => {
  fakeBrowser.reset();
});

test.each([undefined, 0, 'on', [], { enabled: 'true' }, { enabled: 1 }, { on: true }])(
  'a site is off if %j is stored for it',
  async (stored) => {
    await fakeBrowser.storage.local.set({ [`site:${SITE}`]: stored });

    expect(await store.readSite(SITE)).toEqual({ enabled: false, choices: {} });
    expect(await store.readEnabledSites()).toEqual([]);
  },
);

test.each([undefined, 7, {}, { storedChats: 'forever' }, { badgeStay: null }, ['always']])(
  'nothing was chosen if %j is stored as settings',
  async (stored) => {
    await fakeBrowser.storage.local.set({ settings: stored });

    expect(await store.readEverywhere()).toEqual({});
  },
);

test('a written record is read back', async () => {
  await store.writeSite(SITE, { enabled: true, choices: {} });
  await store.writeEverywhere({ storedChats: true });

  expect(await store.readSite(SITE)).toEqual({ enabled: true, choices: {} });
  expect(await store.readEverywhere()).toEqual({ storedChats: true });
});

test.each<[string, Record<string, unknown>, Hermes]>([
  ['nothing is known', {}, []],
  ['rubbish is stored', { [`hermes:${SITE}`]: 'yes' }, []],
  ['version 0.1 has seen Hermes there', { [`hermes:${SITE}`]: true }, []],
  ['models have shown it', { [`hermes:${SITE}`]: ['m', 7, 'm', 'x'.repeat(201), 'n'] }, ['m', 'n']],
  ['a person says so', { [`site:${SITE}`]: { enabled: true, choices: { hermes: true } } }, true],
  [
    'a person says no',
    { [`hermes:${SITE}`]: ['m'], [`site:${SITE}`]: { enabled: true, choices: { hermes: false } } },
    false,
  ],
  [
    'an administrator says no',
    { [`site:${SITE}`]: { enabled: true, choices: { hermes: true } }, managed: { hermes: false } },
    false,
  ],
  ['another site is known', { 'hermes:http://localhost:3001': ['m'] }, []],
])('what runs Hermes on a site, where %s', async (_name, stored, hermes) => {
  await fakeBrowser.storage.local.set(stored);

  expect((await store.readSiteConfig(SITE)).hermes).toEqual(hermes);
  expect(await store.readHermes(SITE)).toEqual(hermes);
});

test('nothing is concluded from a storage that does not answer', async () => {
  vi.spyOn(fakeBrowser.storage.local, 'get').mockRejectedValueOnce(new Error('disk'));

  expect(await store.readHermes(SITE)).toEqual([]);
});

test('only supported sites that are on are listed', async () => {
  await store.writeSite('https://b.example', { enabled: true, choices: {} });
  await store.writeSite('https://a.example', { enabled: true, choices: {} });
  await store.writeSite('https://off.example', { enabled: false, choices: {} });
  await store.writeSite('https://addons.mozilla.org', { enabled: true, choices: {} });
  await store.writeSite('http://*.example', { enabled: true, choices: {} });
  await store.writeSite('no origin', { enabled: true, choices: {} });

  expect(await store.readEnabledSites()).toEqual(['https://a.example', 'https://b.example']);
});

test('a watcher is notified of its own site and of settings for all, and of nothing else', async () => {
  const onChange = vi.fn();
  store.watchSite(SITE, onChange, new AbortController().signal);

  await store.writeSite('http://localhost:3001', { enabled: true, choices: {} });
  await fakeBrowser.storage.local.set({ [`counts:${SITE}`]: { markers: 1 } });
  await fakeBrowser.storage.session.set({ [`site:${SITE}`]: { enabled: true } });
  expect(onChange).not.toHaveBeenCalled();

  await store.writeSite(SITE, { enabled: true, choices: {} });
  await store.writeEverywhere({ storedChats: true });
  await fakeBrowser.storage.local.remove(`site:${SITE}`);
  expect(onChange).toHaveBeenCalledTimes(3);

  await store.writePolicy({ settings: { badges: false }, sites: [] });
  await keepPacks({ type: 'delete-pack', id: 'my-own' });
  expect(onChange).toHaveBeenCalledTimes(5);
});

test('of the sites that an administrator names, those are offered that are off', async () => {
  await store.writePolicy({ settings: {}, sites: [SITE, 'https://chat.example'] });
  expect(await store.readNamedOffSites()).toEqual([SITE, 'https://chat.example']);

  await store.writeSite(SITE, { enabled: true, choices: {} });
  expect(await store.readNamedOffSites()).toEqual(['https://chat.example']);
});

test('a watcher whose signal was aborted is not notified any more, and leaves no listener', async () => {
  const onChange = vi.fn();
  const controller = new AbortController();
  store.watchSite(SITE, onChange, controller.signal);
  controller.abort();
  store.watchSite(SITE, onChange, controller.signal);

  await store.writeSite(SITE, { enabled: true, choices: {} });

  expect(onChange).not.toHaveBeenCalled();
  expect(fakeBrowser.storage.onChanged.hasListeners()).toBe(false);
});

test('if the browser rejects the removal of a listener, as in an orphaned page, nothing is reported to anybody', async () => {
  const onChange = vi.fn();
  const ending = new AbortController();
  store.watchSite(SITE, onChange, ending.signal);
  const remove = vi
    .spyOn(fakeBrowser.storage.onChanged, 'removeListener')
    .mockImplementation(() => {
      throw new Error('Extension context invalidated.');
    });
  ending.abort();
  await store.writeSite(SITE, { enabled: true, choices: {} });

  expect(remove).toHaveBeenCalledOnce();
  expect(onChange).not.toHaveBeenCalled();
  remove.mockRestore();
});

test('watching all sites reports which ones changed', async () => {
  const onChange = vi.fn();
  store.watchSites(onChange);

  await store.writeSite(SITE, { enabled: true, choices: {} });
  await store.writeEverywhere({ storedChats: true });

  expect(onChange.mock.calls).toEqual([[[SITE]]]);
});
