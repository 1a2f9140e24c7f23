import { beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { readStoredState } from '../../../src/pages/popup/stored-state.ts';
import { today } from '../../../src/stats/calendar.ts';
import { figuresKey } from '../../../src/stats/figures.ts';
import { BUILT_IN } from '../../../src/settings/settings.ts';
import { installFakeExtension, type FakeExtension } from '../../support/fake-extension-apis.ts';

const SITE = 'http://localhost:3000';

let extension: FakeExtension;

beforeEach(() => {
  extension = installFakeExtension();
});

test('a site of which nothing is stored is off, with zeros', async () => {
  const { state, days } = await readStoredState(SITE);

  expect(state).toMatchObject({
    origin: SITE,
    enabled: false,
    permitted: false,
    counts: { markers: 0, tools: 0, imitated: 0 },
    resumesAt: null,
    repairs: 0,
    settings: BUILT_IN,
  });
  expect(days).toEqual({});
});

test('what is stored is reported', async () => {
  extension.granted.add(`${SITE}/*`);
  await fakeBrowser.storage.local.set({
    [`site:${SITE}`]: { enabled: true, choices: { history: false } },
    [figuresKey(SITE)]: {
      markers: 1,
      tools: 2,
      imitated: 3,
      recent: { [today()]: { markers: 0, tools: 2, imitated: 0 } },
    },
  });

  const { state, days } = await readStoredState(SITE);

  expect(state).toMatchObject({
    enabled: true,
    permitted: true,
    counts: { tools: 2 },
    settings: { history: false, replies: true },
  });
  expect(days[today()]?.tools).toBe(2);
});

test("the site's own choices override those for all sites, an administrator's override both", async () => {
  extension.granted.add(`${SITE}/*`);
  await fakeBrowser.storage.local.set({
    settings: { badges: false, history: false, replies: false },
    [`site:${SITE}`]: { enabled: true, choices: { badges: true, replies: true } },
    managed: { replies: false },
    [figuresKey(SITE)]: { markers: 1, tools: 2, imitated: 3 },
  });

  expect((await readStoredState(SITE)).state).toMatchObject({
    enabled: true,
    permitted: true,
    counts: { markers: 1, tools: 2, imitated: 3 },
    settings: { badges: true, history: false, replies: false },
  });
});

test('a site that is on without the permission counts as off', async () => {
  await fakeBrowser.storage.local.set({ [`site:${SITE}`]: { enabled: true } });

  expect((await readStoredState(SITE)).state).toMatchObject({
    enabled: false,
    permitted: false,
    withdrawn: true,
  });
});

test('a site that was on until the browser withdrew its access is known as such while it lacks it', async () => {
  await fakeBrowser.storage.local.set({ [`site:${SITE}`]: { enabled: false, withdrawn: true } });

  expect((await readStoredState(SITE)).state.withdrawn).toBe(true);

  extension.granted.add(`${SITE}/*`);
  expect((await readStoredState(SITE)).state.withdrawn).toBe(false);
});

test('choices for a site that was never on are no withdrawn access', async () => {
  await fakeBrowser.storage.local.set({ [`site:${SITE}`]: { enabled: false, choices: {} } });

  expect((await readStoredState(SITE)).state.withdrawn).toBe(false);
});

test('a storage that fails gives no state', async () => {
  vi.spyOn(fakeBrowser.storage.local, 'get').mockRejectedValue(new Error('disk full'));

  await expect(readStoredState(SITE)).rejects.toThrow('disk full');
});

test('a site that an administrator names is known as such', async () => {
  expect((await readStoredState(SITE)).named).toBe(false);

  await fakeBrowser.storage.local.set({ 'managed-sites': ['https://chat.example', SITE] });

  expect((await readStoredState(SITE)).named).toBe(true);
});
