/** Every state the popup can be in. */
import { BUILT_IN, settle } from '../../src/settings/settings.ts';
import type { SiteState } from '../../src/pages/popup/stored-state.ts';
import type { TabAnswer } from '../../src/pages/popup/backend.ts';
import type { AskedQuestion } from '../../src/approvals/requests.ts';
import type { Question } from '../../src/normalizer/progress/progress-types.ts';
import type { ChatFigures } from '../../src/stats/chats.ts';
import { ADMIN, MEMBER, type ApiOptions } from '../support/open-webui-api.ts';

/** The site is an Open WebUI. */
export interface OpenWebUiScene extends Omit<ApiOptions, 'functions'> {
  readonly token?: string;
  /** A path that never answers. */
  readonly stalls?: string;
  /** The open chat; clean by default. */
  readonly chat?: 'marked' | 'getting-worse' | 'gone';
  /** The companion on the server. */
  readonly companion?: 'current' | 'outdated' | 'off' | 'foreign';
  /** What the companion tells of the agent's record. */
  readonly record?: object;
}

export interface FrameScene {
  readonly site: string;
  readonly enabled: boolean;
  readonly permitted: boolean;
}

export interface PopupScene {
  readonly url: string;
  readonly state: SiteState | null;
  readonly tab: TabAnswer['state'];
  readonly direct?: boolean;
  /** Number of replies whose cleaning failed. */
  readonly stopped?: number;
  readonly replies?: TabAnswer['replies'];
  readonly waitsFor?: TabAnswer['waitsFor'];
  /** The question of an agent that waits, in the popup and in its own window. */
  readonly asked?: Omit<AskedQuestion, 'site'>;
  readonly openWebUi?: OpenWebUiScene;
  /** Sites in frames of the page. */
  readonly frames?: readonly FrameScene[];
  /** The tab is in a private window. */
  readonly incognito?: boolean;
  /** The background does not answer. */
  readonly silent?: boolean;
  /** Reading the storage fails. */
  readonly reading?: 'fails';
  /** An administrator names the site. */
  readonly named?: boolean;
  /** Counts of the open chat. */
  readonly chat?: Omit<ChatFigures, 'chat'>;
  readonly loading?: boolean;
  /** Pressed one after another before the picture is taken, each once it is there. */
  readonly press?: string | readonly string[];
}

const CHAT = 'http://localhost:3000/c/chat-1';
const LONG = 'https://chat.behind-a-rather-long-name.home-network.example.org:8443/';
const HOME = 'http://homeassistant.example:8123/dashboard';

function state(url: string, some: Partial<SiteState> = {}): SiteState {
  return {
    origin: new URL(url).origin,
    enabled: false,
    permitted: false,
    withdrawn: false,
    resumesAt: null,
    counts: { markers: 0, tools: 0, imitated: 0 },
    repairs: 0,
    settings: BUILT_IN,
    ...some,
  };
}

const on = { enabled: true, permitted: true };
const used = {
  ...on,
  counts: { markers: 128, tools: 54, imitated: 2, ran: 36, failed: 9, refused: 1 },
};

/** Of a question that is answered in words: the agent says neither why it asks, nor until when. */
const IN_WORDS = {
  command: 'Which city do you mean: Oslo, or Bergen? I can also compare the two for you.',
  reason: '',
  pattern: undefined,
  choices: [],
  until: undefined,
} as const;

/** An agent that asks, with other questions behind it. */
function asking(some: Partial<Question>): PopupScene {
  const question: Question = {
    runId: 'run',
    requestId: 'request',
    command: 'ls -la ./notes && rm -rf /srv/demo/old',
    reason: 'delete in root path',
    pattern: 'delete in root path',
    choices: ['once', 'session', 'always', 'deny'],
    answeredBy: 'you',
    host: 'localhost:8642',
    server: 'http://localhost:8642',
    until: new Date(2026, 10, 28, 14, 7).getTime(),
    ...some,
  };
  const asked = { question, offersAlways: true, others: some.problem ? 0 : 2 };
  return { url: CHAT, state: state(CHAT, used), tab: 'active', waitsFor: 'you', asked };
}

/** A chat of Open WebUI with the site on. */
function openWebUi(some: OpenWebUiScene, more: Partial<PopupScene> = {}): PopupScene {
  // Where tools were seen without the companion, nothing is missing.
  const seen = state(CHAT, some.companion ? used : on);
  const replies = some.companion ? 'read' : 'none';
  const scene = { token: ADMIN, ...some };
  return { url: CHAT, state: seen, tab: 'active', replies, openWebUi: scene, ...more };
}

/** Of an agent's record. */
const RAN = [
  { tool: 'terminal', label: 'ls -la', status: 'ran', time: 1_780_000_000 },
  { tool: 'terminal', label: 'npm test', status: 'failed', exit_code: 3, time: 1_780_000_060 },
  {
    tool: 'terminal',
    label: 'rm -rf demo/old',
    status: 'denied',
    error: 'BLOCKED: Command denied by user.',
  },
  {
    tool: 'delegate_task',
    label: 'Compare the forecasts',
    status: 'failed',
    error: 'HTTP 429: rate limited',
    parts: { unit: 'subagents', all: 2, worked: 1, failed: 1 },
    sub_agents: [
      { state: 'worked', seconds: 41.9, tokens: 8100 },
      { state: 'failed', seconds: 8.3, error: 'HTTP 429: rate limited' },
    ],
  },
];

const MORE = '.more > summary';
const HELP = '[data-step="help"]';
const install = '[data-step="install"]';
const confirm = '[data-step="confirm"]';
const create = { method: 'POST', path: '/api/v1/functions/create' };

const openWebUiScenes: Readonly<Record<string, PopupScene>> = {
  absent: openWebUi({}),
  'absent-member': openWebUi({ token: MEMBER }),
  'absent-direct': openWebUi({}, { direct: true }),
  'absent-tools': openWebUi({}, { state: state(CHAT, used) }),
  'absent-old': openWebUi({ version: '0.5.7' }),
  'absent-0.6': openWebUi({ version: '0.6.43' }),
  outdated: openWebUi({ companion: 'outdated' }),
  'outdated-member': openWebUi({ token: MEMBER, companion: 'outdated' }),
  current: openWebUi({ companion: 'current' }),
  'current-member': openWebUi({ token: MEMBER, companion: 'current' }),
  'current-reload': openWebUi({ companion: 'current' }, { tab: 'late' }),
  off: openWebUi({ companion: 'off' }),
  foreign: openWebUi({ companion: 'foreign' }),
  'signed-out': openWebUi({ token: '' }),
  'chat-marked': openWebUi({ companion: 'current', chat: 'marked' }),
  'chat-private': openWebUi({ companion: 'current', chat: 'marked' }, { incognito: true }),
  'chat-getting-worse': openWebUi({ companion: 'current', chat: 'getting-worse' }),
  'chat-cleaned': openWebUi(
    { companion: 'current' },
    {
      chat: {
        healed: Date.UTC(2026, 10, 3),
        before: { calls: 100, imitated: 12 },
        after: { calls: 40, imitated: 1 },
      },
    },
  ),
  'set-off': openWebUi(
    { companion: 'current' },
    { state: state(CHAT, { ...used, settings: settle({ replies: false, badges: false }) }) },
  ),
  'chat-gone': openWebUi({ companion: 'current', chat: 'gone' }),
  'no-chat': openWebUi({ companion: 'current' }, { url: 'http://localhost:3000/' }),
  'long-host': openWebUi({}, { url: LONG, state: state(LONG, on) }),
  'what-ran-more': openWebUi(
    { companion: 'current', record: { state: 'same', calls: RAN } },
    { press: [MORE, '[data-step="what-ran"]'] },
  ),
  'current-more': openWebUi({ companion: 'current' }, { press: MORE }),
  help: openWebUi({}, { press: HELP }),
  install: openWebUi({}, { press: install }),
  'install-long-host': openWebUi({}, { url: LONG, state: state(LONG, on), press: install }),
  installing: openWebUi({ stalls: create.path }, { press: [install, confirm] }),
  refused: openWebUi(
    { refuse: { ...create, detail: "No module named 'pydantic'" } },
    { press: [install, confirm] },
  ),
  'installed-now': openWebUi({}, { press: [install, confirm] }),
  update: openWebUi({ companion: 'outdated' }, { press: '[data-step="update"]' }),
  remove: openWebUi({ companion: 'current' }, { press: [MORE, '[data-step="remove"]'] }),
  'for-admin': openWebUi({ token: MEMBER }, { press: install }),
  'for-admin-update': openWebUi(
    { token: MEMBER, companion: 'outdated' },
    { press: '[data-step="update"]' },
  ),
  'for-admin-switch-on': openWebUi(
    { token: MEMBER, companion: 'off' },
    { press: '[data-step="switch-on"]' },
  ),
  'for-admin-copied': openWebUi({ token: MEMBER }, { press: [install, '[data-step="copy"]'] }),
};

export const popupScenes: Readonly<Record<string, PopupScene>> = {
  off: { url: CHAT, state: state(CHAT), tab: 'none' },
  'off-named': { url: CHAT, state: state(CHAT), tab: 'none', named: true },
  'off-permitted': {
    url: CHAT,
    state: state(CHAT, { permitted: true, counts: used.counts }),
    tab: 'none',
  },
  paused: {
    url: CHAT,
    state: state(CHAT, { permitted: true, counts: used.counts, resumesAt: 0 }),
    tab: 'none',
  },
  denied: { url: CHAT, state: state(CHAT), tab: 'none', press: '[role="switch"]' },
  revoked: { url: CHAT, state: state(CHAT, { counts: used.counts }), tab: 'none' },
  on: { url: CHAT, state: state(CHAT, used), tab: 'active', replies: 'read' },
  'on-fresh': { url: CHAT, state: state(CHAT, on), tab: 'active' },
  'on-one': {
    url: CHAT,
    state: state(CHAT, { ...on, counts: { markers: 1, tools: 1, imitated: 1 } }),
    tab: 'active',
  },
  'on-many': {
    url: LONG,
    state: state(LONG, { ...on, counts: { markers: 1234567, tools: 98765, imitated: 1204 } }),
    tab: 'active',
  },
  'on-set-off': {
    url: CHAT,
    state: state(CHAT, { ...used, settings: settle({ history: false }) }),
    tab: 'active',
  },
  framed: {
    url: HOME,
    state: state(HOME),
    tab: 'none',
    frames: [{ site: 'http://chat.home.example:3000', ...on }],
  },
  'framed-many': {
    url: HOME,
    state: state(HOME, { permitted: true }),
    tab: 'none',
    frames: [
      { site: 'http://chat.home.example:3000', enabled: false, permitted: true },
      { site: 'http://other.example', enabled: true, permitted: false },
      { site: new URL(LONG).origin, ...on },
    ],
  },
  'on-more': {
    url: CHAT,
    state: state(CHAT, { ...used, repairs: 243 }),
    tab: 'active',
    press: MORE,
  },
  unread: { url: CHAT, state: state(CHAT, on), tab: 'active', replies: 'unread' },
  'waits-chat': { url: CHAT, state: state(CHAT, used), tab: 'active', waitsFor: 'chat' },
  asks: asking({}),
  'asks-in-words': asking({
    ...IN_WORDS,
    clarify: { offers: ['Oslo', 'Bergen', 'Both, one after the other'], several: false },
  }),
  'asks-in-words-several': asking({
    ...IN_WORDS,
    clarify: {
      offers: Array.from({ length: 20 }, (_, i) => `Station ${i + 1}: ${'a long name '.repeat(9)}`),
      several: true,
    },
  }),
  'asks-hidden': asking({
    command:
      'cd /srv/demo && find . -name "*.bak" -delete   \u202e# kcehc ylno\u202c && rm' +
      `${'\u200b'.repeat(19_000)} -rf ./\u043eld\u00a0/srv/demo/old\ntrue`,
  }),
  'asks-long': asking({
    command: Array.from({ length: 60 }, (_, i) => `rm -rf /srv/demo/old-${i}`).join('\n'),
    reason: 'delete in root path; recursive delete; delete many files',
  }),
  'asks-more': { ...asking({}), press: '[data-step="more"]' },
  'asks-in-vain': asking({ problem: 'refused' }),
  'waits-dialog': { url: CHAT, state: state(CHAT, used), tab: 'active', waitsFor: 'dialog' },
  'help-off': { url: CHAT, state: state(CHAT), tab: 'none', press: HELP },
  'help-reload': { url: CHAT, state: state(CHAT, on), tab: 'none', press: HELP },
  'help-read': {
    url: CHAT,
    state: state(CHAT, on),
    tab: 'active',
    replies: 'read',
    press: [HELP, '[data-step="copy-report"]'],
  },
  'on-stopped': { url: CHAT, state: state(CHAT, used), tab: 'active', stopped: 1 },
  'needs-reload': { url: CHAT, state: state(CHAT, on), tab: 'none' },
  late: { url: CHAT, state: state(CHAT, used), tab: 'late' },
  silent: { url: CHAT, state: state(CHAT, used), tab: 'silent' },
  reloading: { url: CHAT, state: state(CHAT, used), tab: 'late', press: '.works button' },
  loading: { url: CHAT, state: state(CHAT, used), tab: 'none', loading: true },
  'long-host': { url: LONG, state: state(LONG), tab: 'none' },
  unsupported: { url: 'about:addons', state: null, tab: 'none' },
  unreadable: { url: CHAT, state: state(CHAT, used), tab: 'active', reading: 'fails' },
  ...Object.fromEntries(
    Object.entries(openWebUiScenes).map(([name, scene]) => [`open-webui-${name}`, scene]),
  ),
};
