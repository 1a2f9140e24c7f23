import { expect, test } from 'vitest';
import {
  ownKeys,
  requestFor,
  settingState,
  type Layers,
} from '../../src/settings/setting-state.ts';
import type { ChoiceKey } from '../../src/settings/settings.ts';

const ALL: Layers = { everywhere: { badges: false, storedChats: true }, site: null, managed: {} };
const SITE: Layers = {
  everywhere: { badges: false, packs: { 'my-agent': true } },
  site: { badges: true, history: false, imitation: true, packs: { 'my-agent': false } },
  managed: { history: true, replies: false },
};

test.each<[string, ChoiceKey, Layers, object]>([
  [
    'for all sites, not chosen',
    'replies',
    ALL,
    { value: true, base: true, chosen: false, locked: false },
  ],
  [
    'for all sites, chosen',
    'badges',
    ALL,
    { value: false, base: true, chosen: true, locked: false },
  ],
  [
    'for all sites, chosen as by default',
    'storedChats',
    ALL,
    { value: true, base: true, chosen: true, locked: false },
  ],
  [
    'for a site, chosen against all sites',
    'badges',
    SITE,
    { value: true, base: false, chosen: true, locked: false },
  ],
  [
    'for a site, chosen as for all sites',
    'imitation',
    SITE,
    { value: true, base: true, chosen: true, locked: false },
  ],
  [
    'for a site, set by an administrator against its choice',
    'history',
    SITE,
    { value: true, base: true, chosen: true, locked: true },
  ],
  [
    'for a site, set by an administrator',
    'replies',
    SITE,
    { value: false, base: true, chosen: false, locked: true },
  ],
  [
    'a pack that is on for all sites and off here',
    'packs.my-agent',
    SITE,
    { value: false, base: true, chosen: true, locked: false },
  ],
  [
    'an unknown pack',
    'packs.constructor',
    SITE,
    { value: false, base: false, chosen: false, locked: false },
  ],
  [
    'an exception that nobody made',
    'repairs.null-choices',
    SITE,
    { value: false, base: false, chosen: false, locked: false },
  ],
])('%s: %s', (_name, key, layers, state) => {
  expect(settingState(key, layers)).toEqual(state);
});

test('choosing the base value removes the choice', () => {
  const state = settingState('badges', SITE);

  expect(requestFor('http://localhost', 'badges', false, state)).toEqual({
    type: 'unchoose',
    origin: 'http://localhost',
    keys: ['badges'],
  });
  expect(requestFor('http://localhost', 'badges', true, state)).toEqual({
    type: 'choose',
    origin: 'http://localhost',
    change: { badges: true },
  });
  expect(requestFor(null, 'repairBroken', false, settingState('repairBroken', ALL))).toEqual({
    type: 'choose',
    origin: null,
    change: { repairBroken: false },
  });
});

test('own settings are those that are shown and may be reset', () => {
  expect(ownKeys(SITE, ['my-agent'])).toEqual(['badges', 'imitation', 'packs.my-agent']);
  expect(ownKeys(SITE, [])).toEqual(['badges', 'imitation']);
  expect(ownKeys(ALL, [])).toEqual(['badges', 'storedChats']);
});
