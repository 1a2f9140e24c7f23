import { beforeEach, expect, test } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { copyManaged, keepChoices } from '../../src/settings/keep-choices.ts';
import { packCalled } from './some-settings.ts';

const HOME = 'http://localhost:3000';
const OTHER_PORT = 'http://localhost:8080';

beforeEach(() => fakeBrowser.reset());

function stored(): Promise<Record<string, unknown>> {
  return fakeBrowser.storage.local.get(null);
}

test('choices for all sites and for one are separate, and earlier ones stay', async () => {
  await keepChoices({ type: 'choose', origin: null, change: { badges: false } });
  await keepChoices({ type: 'choose', origin: HOME, change: { repairs: { done: false } } });
  await keepChoices({
    type: 'choose',
    origin: HOME,
    change: { repairs: { 'null-choices': true }, history: false },
  });

  expect(await stored()).toEqual({
    settings: { badges: false },
    [`site:${HOME}`]: {
      enabled: false,
      choices: { repairs: { done: false, 'null-choices': true }, history: false },
    },
  });
});

test('choices of a site are removed; whether it is on stays', async () => {
  await fakeBrowser.storage.local.set({
    [`site:${HOME}`]: { enabled: true, choices: { badges: false, repairs: { done: false } } },
  });

  await keepChoices({ type: 'unchoose', origin: HOME, keys: ['repairs.done'] });
  expect(await stored()).toEqual({
    [`site:${HOME}`]: { enabled: true, choices: { badges: false } },
  });

  await keepChoices({ type: 'unchoose', origin: HOME, keys: ['badges'] });
  expect(await stored()).toEqual({ [`site:${HOME}`]: { enabled: true, choices: {} } });
});

test("an administrator's choice is not chosen again", async () => {
  await fakeBrowser.storage.local.set({ managed: { history: true, repairs: { done: true } } });

  await keepChoices({
    type: 'choose',
    origin: HOME,
    change: { history: false, badges: false, repairs: { done: false, 'null-choices': true } },
  });

  expect(await stored()).toMatchObject({
    [`site:${HOME}`]: { choices: { badges: false, repairs: { 'null-choices': true } } },
  });
  expect((await stored())[`site:${HOME}`]).toEqual({
    enabled: false,
    choices: { badges: false, repairs: { 'null-choices': true } },
  });
});

test('all settings are replaced in one write: sites that are not named lose their choices and stay on', async () => {
  await fakeBrowser.storage.local.set({
    settings: { badges: false },
    [`site:${HOME}`]: { enabled: true, choices: { history: false } },
    other: 1,
  });
  const writes: string[][] = [];
  fakeBrowser.storage.onChanged.addListener(
    (changes) => void writes.push(Object.keys(changes).toSorted()),
  );

  await keepChoices({
    type: 'replace-choices',
    choices: {
      everywhere: { imitation: false },
      sites: { [OTHER_PORT]: { badges: false } },
      packs: [packCalled('my-one')],
    },
  });

  expect(await stored()).toEqual({
    settings: { imitation: false },
    packs: [packCalled('my-one')],
    [`site:${HOME}`]: { enabled: true, choices: {} },
    [`site:${OTHER_PORT}`]: { enabled: false, choices: { badges: false } },
    other: 1,
  });
  expect(writes).toEqual([['packs', 'settings', `site:${HOME}`, `site:${OTHER_PORT}`]]);
});

test('an import and its undo leave nothing of a site that is off, not even its address', async () => {
  await fakeBrowser.storage.local.set({ [`site:${HOME}`]: { enabled: false, choices: {} } });
  const choices = { everywhere: {}, packs: [] };

  await keepChoices({
    type: 'replace-choices',
    choices: {
      ...choices,
      sites: { 'https://new.example': { badges: false }, 'https://unchosen.example': {} },
    },
  });
  expect(await stored()).toEqual({
    settings: {},
    packs: [],
    [`site:${HOME}`]: { enabled: false, choices: {} },
    'site:https://new.example': { enabled: false, choices: { badges: false } },
  });

  await keepChoices({ type: 'replace-choices', choices: { ...choices, sites: {} } });
  expect(await stored()).toEqual({
    settings: {},
    packs: [],
    [`site:${HOME}`]: { enabled: false, choices: {} },
  });
});

test("an administrator's choices are copied to where every context can read them, without unknown keys", async () => {
  await fakeBrowser.storage.managed.set({
    settings: { history: true, volume: 11, repairs: { 'non sense': true } },
  });

  await copyManaged();
  expect(await stored()).toEqual({ managed: { history: true }, 'managed-sites': [] });

  await fakeBrowser.storage.managed.clear();
  await copyManaged();
  expect(await stored()).toEqual({ managed: {}, 'managed-sites': [] });
});

test('the sites that an administrator names are copied as origins, without what is no site', async () => {
  const sites = [
    'https://chat.example/c/1',
    'http://localhost:3000',
    'https://chat.example',
    'chat.example',
    'file:///x',
    7,
  ];
  await fakeBrowser.storage.managed.set({ sites });

  await copyManaged();
  expect(await stored()).toEqual({
    managed: {},
    'managed-sites': ['https://chat.example', 'http://localhost:3000'],
  });

  await fakeBrowser.storage.managed.clear();
  expect(await copyManaged({ early: true })).toBe(false);
  await copyManaged();
  expect(await stored()).toEqual({ managed: {}, 'managed-sites': [] });
});

test('a policy that is missing when the extension starts is waited for, and deleted if it is still missing then', async () => {
  await fakeBrowser.storage.local.set({ managed: { history: true } });

  expect(await copyManaged({ early: true })).toBe(false);
  expect(await stored()).toEqual({ managed: { history: true } });

  await fakeBrowser.storage.managed.set({ settings: { badges: false } });
  expect(await copyManaged({ early: true })).toBe(true);
  expect(await stored()).toEqual({ managed: { badges: false }, 'managed-sites': [] });

  await fakeBrowser.storage.managed.clear();
  expect(await copyManaged()).toBe(true);
  expect(await stored()).toEqual({ managed: {}, 'managed-sites': [] });
});

test('without any policy nothing is written', async () => {
  const writes: unknown[] = [];
  fakeBrowser.storage.onChanged.addListener((changes) => void writes.push(changes));

  await copyManaged();

  expect(writes).toEqual([]);
});
