/** Every state of the settings on the full page. */
import { writeSettingsFile } from '../../src/settings/settings-file.ts';
import type { PageScene } from './page-scene.ts';

const HOME = 'http://localhost:3000';
const OTHER_PORT = 'http://localhost:8080';
const LONG = 'https://chat.behind-a-rather-long-name.home-network.example.org:8443';

const PACK = {
  id: 'my-team-agent',
  name: 'Team agent',
  source: '',
  rules: [
    {
      id: 'call',
      kind: 'line',
      pattern: '>> calls {tool}',
      tells: 'start',
    },
  ],
} as const;

const storage = {
  settings: { storedChats: false, repairs: { 'content-arrays': true } },
  packs: [PACK],
  [`site:${HOME}`]: {
    enabled: true,
    choices: {
      badges: false,
      history: false,
      storedChats: false,
      repairs: { done: false, 'tool-call-split': false },
      packs: { 'my-team-agent': true },
    },
  },
  [`site:${OTHER_PORT}`]: { enabled: true, choices: {} },
  [`site:${LONG}`]: { enabled: false, choices: { imitation: false } },
};

const hash = '#settings';
const here = `#settings?site=${encodeURIComponent(HOME)}`;
const until = '[data-setting="badges"]';

export const settingsScenes: Readonly<Record<string, PageScene>> = {
  'settings-first': { storage: {}, hash, until },
  'settings-all': { storage, hash, until },
  'settings-site': { storage, hash: here, until },
  'settings-site-long': { storage, hash: `#settings?site=${encodeURIComponent(LONG)}`, until },
  'settings-site-reset': {
    storage,
    hash: here,
    press: ['[data-step="reset-all"]'],
    until: '[data-undo="open"]',
  },
  'settings-managed': {
    storage: {
      ...storage,
      managed: { replies: true, storedChats: true, badges: true, repairs: { done: true } },
    },
    hash: here,
    until: '.tag',
  },
  'settings-import-left-out': {
    storage,
    hash,
    file: writeSettingsFile({ everywhere: { imitation: false }, sites: {}, packs: [] }).replace(
      '"imitation"',
      '"soundEffects": true, "imitation"',
    ),
    until: '[data-import="left-out"]',
  },
  'settings-import-newer': {
    storage,
    hash,
    file: '{"format":"stream-fixer-settings","version":2}',
    until: '[data-import="problem"]',
  },
  'settings-imported': {
    storage,
    hash,
    file: writeSettingsFile({ everywhere: {}, sites: {}, packs: [] }),
    until: '[data-undo="open"]',
  },
  'settings-not-saved': {
    storage,
    hash,
    refuses: true,
    press: ['[data-setting="badges"] .switch'],
    until: '[role="alert"]',
  },
  'settings-unread': { storage, hash, reading: 'fails', until: '[role="alert"]' },
};
