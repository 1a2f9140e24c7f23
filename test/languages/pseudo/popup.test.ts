import type { CompanionReport } from '../../../src/companion/companion.ts';
import type { PopupFacts } from '../../../src/pages/popup/view-model.ts';
import { nothing, testViews, type Scene } from '../../support/pseudo-views.ts';

const SITE = 'http://192.0.2.1:8080';

async function factsOf(change: Partial<PopupFacts>, state: object = {}): Promise<PopupFacts> {
  const { settle } = await import('../../../src/settings/settings.ts');
  const { lastDays } = await import('../../../src/stats/calendar.ts');
  return {
    site: SITE,
    state: {
      origin: SITE,
      enabled: true,
      permitted: true,
      resumesAt: null,
      counts: { markers: 12_345, tools: 1, imitated: 0 },
      repairs: 5,
      settings: settle(),
      ...state,
    },
    chosen: { everywhere: {}, site: {}, managed: {} },
    named: false,
    days: Object.fromEntries(lastDays(14).map((day) => [day, { markers: 3, tools: 2, imitated: 0 }])),
    unreadable: false,
    tab: { state: 'active', seen: [], stopped: 0 },
    tabLoading: false,
    reloading: false,
    problem: null,
    ...change,
  };
}

function siteScene(what: string, view: 'OnSite' | 'OffSite', change: Partial<PopupFacts> = {}, state?: object): Scene {
  return {
    what,
    file: 'popup/site',
    view,
    props: async () => {
      const { popupView } = await import('../../../src/pages/popup/view-model.ts');
      return { view: popupView(await factsOf(change, state)), onChoose: nothing, onPause: nothing };
    },
  };
}

function chatScene(what: string, look: object | null, open: boolean): Scene {
  const figures = {
    chat: 'a',
    healed: 1_000_000_000_000,
    before: { calls: 9, imitated: 3 },
    after: { calls: 9, imitated: 0 },
  };
  return {
    what,
    file: 'popup/chat/chat-card',
    view: 'ChatCard',
    props: () => ({ chat: { open, look, figures, heal: nothing } }),
  };
}

function openWebUiScene(what: string, version: string, companion: CompanionReport): Scene {
  return {
    what: `Open WebUI: ${what}`,
    file: 'popup/open-webui/open-webui-card',
    view: 'OpenWebUiCard',
    props: async () => {
      const { openWebUiView } = await import('../../../src/pages/popup/open-webui/open-webui-view.ts');
      const { BUILT_IN } = await import('../../../src/settings/settings.ts');
      const view = openWebUiView({
        found: { name: 'Ω', version, websocket: true, directConnections: true },
        companion,
        seen: ['websocket', 'direct'],
        settings: BUILT_IN,
      });
      return { view, done: 'update', returned: false, onOpen: nothing, onTryAgain: nothing };
    },
  };
}

async function source(): Promise<readonly string[]> {
  const { COMPANION_ID, COMPANION_NAME, COMPANION_SOURCE } = await import('../../../src/companion/source.ts');
  return [COMPANION_SOURCE, COMPANION_NAME, COMPANION_ID];
}

const MARKED = {
  chat: { id: 'a', title: 'Ω', archived: false },
  markers: 3,
  marked: 2,
  replies: 9,
  since: 1_000_000_000_000,
  messages: [],
};

testViews([
  {
    what: 'head',
    file: 'popup/head',
    view: 'Head',
    props: () => ({ host: 'Ω', icon: null, on: true, busy: false, onTurn: nothing }),
  },
  { what: 'foot', file: 'popup/foot', view: 'Foot', props: () => ({ site: SITE }) },
  siteScene('on', 'OnSite'),
  siteScene('on, not loaded yet', 'OnSite', { tabLoading: true, tab: undefined }),
  siteScene('on, to be reloaded', 'OnSite', { tab: { state: 'none', seen: [], stopped: 0 } }),
  siteScene('on, too late', 'OnSite', { tab: { state: 'late', seen: [], stopped: 0 } }),
  siteScene('on, silent', 'OnSite', { tab: { state: 'silent', seen: [], stopped: 0 }, problem: 'not-saved' }),
  siteScene('off', 'OffSite', {}, { enabled: false, permitted: false, counts: { markers: 0, tools: 0, imitated: 0 } }),
  siteScene('off, denied', 'OffSite', { problem: 'denied' }, { enabled: false, permitted: false }),
  siteScene('revoked', 'OffSite', {}, { enabled: true, permitted: false }),
  ...[true, false].map((permitted): Scene => ({
    what: `sites in frames, ${permitted ? 'on' : 'not permitted'}`,
    file: 'popup/frames/frames',
    view: 'Frames',
    props: () => ({
      sites: [
        { origin: SITE, enabled: true, permitted, failed: true },
        { origin: 'http://192.0.2.2:8080', enabled: false, permitted, failed: false },
      ],
      turn: nothing,
    }),
  })),
  chatScene('a chat with markers', { marked: MARKED }, true),
  chatScene('a clean chat', { marked: null }, true),
  chatScene('a chat that is read', null, true),
  chatScene('no chat', null, false),
  openWebUiScene('no companion', '0.12.4', { state: { kind: 'absent' }, admin: true }),
  openWebUiScene('no companion, no admin', '0.6.43', { state: { kind: 'absent' }, admin: false }),
  openWebUiScene('too old', '0.5.7', { state: { kind: 'absent' }, admin: true }),
  openWebUiScene('an old companion', '0.12.4', { state: { kind: 'outdated', version: '0.9.0' }, admin: true }),
  openWebUiScene('the companion', '0.9.6', { state: { kind: 'current', version: '1.0.0' }, admin: true }),
  openWebUiScene('switched off', '0.12.4', { state: { kind: 'off', version: '1.0.0' }, admin: false }),
  openWebUiScene('another function', '0.12.4', { state: { kind: 'foreign' }, admin: true }),
  openWebUiScene('nothing known', '0.12.4', { state: { kind: 'unknown', why: 'Ω.' }, admin: true }),
  ...(['install', 'update', 'switch-on', 'remove'] as const).map((step): Scene => ({
    what: `companion: ${step}`,
    file: 'popup/open-webui/companion-page',
    view: 'CompanionPage',
    props: () => ({ step, host: 'Ω', busy: true, failure: 'Ω.', onConfirm: nothing, onBack: nothing }),
    data: source,
  })),
  ...(['install', 'update', 'switch-on'] as const).map((step): Scene => ({
    what: `companion, for an admin: ${step}`,
    file: 'popup/open-webui/companion-page',
    view: 'AdminPage',
    props: () => ({ step, host: 'Ω', onBack: nothing }),
    data: source,
  })),
]);
