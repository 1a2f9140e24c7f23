import { BUILT_IN } from '../../../src/settings/settings.ts';
import { expect, test } from 'vitest';
import { causeOf } from '../../../src/pages/popup/help/cause.ts';
import { helpTexts, popupTexts } from '../../../src/pages/popup/texts.ts';
import { badgeTexts } from '../../../src/badges/texts.ts';
import { pageTexts } from '../../../src/pages/parts/texts.ts';
import { popupView, whatIsOn, type PopupFacts } from '../../../src/pages/popup/view-model.ts';
import { today } from '../../../src/stats/calendar.ts';
import type { TabAnswer } from '../../../src/pages/popup/backend.ts';
import type { SiteState } from '../../../src/pages/popup/stored-state.ts';

const off: SiteState = {
  origin: 'http://localhost:3000',
  enabled: false,
  permitted: false,
  withdrawn: false,
  resumesAt: null,
  counts: { markers: 0, tools: 0, imitated: 0 },
  repairs: 0,
  settings: BUILT_IN,
};
const on: SiteState = { ...off, enabled: true, permitted: true };
const TAB: TabAnswer = {
  state: 'none',
  direct: false,
  stopped: 0,
  replies: 'none',
  waitsFor: null,
  waitsIn: null,
  trace: null,
};
const used = { markers: 3, tools: 0, imitated: 0 };

function view(some: Partial<PopupFacts> = {}) {
  return popupView({
    site: off.origin,
    state: off,
    days: {},
    chosen: { everywhere: {}, site: {}, managed: {} },
    named: false,
    unreadable: false,
    tab: TAB,
    tabLoading: false,
    reloading: false,
    problem: null,
    ...some,
  });
}

test('nothing is claimed before the tab and the background are known', () => {
  expect(view({ site: undefined, state: undefined })).toEqual({
    kind: 'opening',
    host: null,
    works: null,
  });
  expect(view({ state: undefined })).toMatchObject({ kind: 'opening', host: 'localhost:3000' });
});

test('a page no extension can run in is shown as one, whatever else is known', () => {
  expect(view({ site: null, state: on })).toMatchObject({ kind: 'unsupported' });
});

test('nothing of one site is shown for another that the tab moved to', () => {
  expect(view({ site: 'http://localhost:3001', state: on })).toMatchObject({
    kind: 'opening',
    host: 'localhost:3001',
  });
});

test('a storage that cannot be read is reported, whatever was read before', () => {
  expect(view({ unreadable: true })).toMatchObject({ kind: 'unreadable', host: 'localhost:3000' });
  expect(view({ unreadable: true, state: undefined })).toMatchObject({
    kind: 'unreadable',
    host: 'localhost:3000',
  });
});

test('a site that was never on gets the offer and no notice', () => {
  expect(view()).toMatchObject({ kind: 'off', notice: null, asks: popupTexts.asksFirst });
});

test('a site that an administrator names is said to be set up by them, while it is off', () => {
  expect(view({ named: true })).toMatchObject({
    named: true,
    offer: popupTexts.setUp('localhost:3000'),
  });
  expect(view()).toMatchObject({ named: false, offer: popupTexts.offers });
  expect(view({ named: true, state: on })).not.toHaveProperty('named');
});

test('a site that is paused gets no offer: it turns on again by itself', () => {
  const paused = { ...off, permitted: true, resumesAt: Date.UTC(2026, 10, 24, 12) };

  expect(view({ state: paused })).toMatchObject({ kind: 'off', offer: popupTexts.resumes });
  expect(view({ state: paused, named: true })).toMatchObject({ offer: popupTexts.resumes });
});

test('no prompt is announced if the browser already permits', () => {
  expect(view({ state: { ...off, permitted: true } })).toMatchObject({
    kind: 'off',
    asks: popupTexts.asksNothing,
  });
});

test.each([
  ['said no', { problem: 'denied' }, popupTexts.denied],
  ['could not be saved', { problem: 'not-saved' }, pageTexts.notSaved],
  ['withdrew the permission', { state: { ...off, withdrawn: true } }, popupTexts.revoked],
  [
    'withdrew the permission of a site that was used',
    { state: { ...off, counts: used } },
    popupTexts.revoked,
  ],
  ['only switched the site off', { state: { ...off, permitted: true, counts: used } }, null],
] as const)('off, because the person or the browser %s', (_reason, some, notice) => {
  expect(view(some)).toMatchObject({ kind: 'off', notice });
});

test.each([
  ['active', {}, 'active', null],
  ['none', {}, 'attention', 'reload'],
  ['late', {}, 'attention', 'reload'],
  ['silent', {}, 'attention', 'reload'],
  ['none', { tabLoading: true }, 'attention', null],
  ['late', { tabLoading: true }, 'attention', 'reload'],
  ['none', { reloading: true }, 'attention', null],
  ['active', { reloading: true }, 'active', null],
] as const)(
  'a tab that says "%s" with %j gets the dot "%s", to be done: %s',
  (tab, some, dot, todo) => {
    expect(view({ state: on, tab: { ...TAB, state: tab }, ...some })).toMatchObject({
      kind: 'on',
      works: { dot, todo },
    });
  },
);

test('replies that are not read are said to be, in place of figures unless there are some', () => {
  const tab: TabAnswer = { ...TAB, state: 'active', replies: 'unread' };
  const works = { dot: 'attention', text: popupTexts.unread, todo: null };

  expect(view({ state: on, tab })).toMatchObject({ works, figures: null });
  expect(view({ state: { ...on, counts: used }, tab })).toMatchObject({
    works,
    figures: { counts: used },
  });
  expect(view({ state: on, tab: { ...tab, state: 'late' } })).toMatchObject({
    works: { todo: 'reload' },
  });
});

test.each([
  ['you', popupTexts.waits, null],
  ['dialog', badgeTexts.asksInDialog, 'show'],
  ['chat', badgeTexts.asksInChat, 'show'],
  ['elsewhere', badgeTexts.asksElsewhere, null],
] as const)(
  'an agent that waits comes first, with the way to answer: %s',
  (waitsFor, text, todo) => {
    const tab: TabAnswer = { ...TAB, state: 'active', replies: 'unread', waitsFor };

    expect(view({ state: on, tab })).toMatchObject({ works: { dot: 'attention', text, todo } });
  },
);

test('a question of another chat is said to be there, with a button that opens it', () => {
  const tab: TabAnswer = { ...TAB, state: 'active', waitsFor: 'chat', waitsIn: 'c-1' };

  const works = { dot: 'attention', text: popupTexts.waitsInChat, todo: 'chat' };
  expect(view({ state: on, tab })).toMatchObject({ works });
});

test('when on, nothing is said of the tab before it was asked', () => {
  expect(view({ state: on, tab: undefined })).toMatchObject({ kind: 'on', works: null });
});

test('the figures are those of today', () => {
  const counts = { markers: 1, tools: 2, imitated: 0 };
  const state: SiteState = { ...on, counts: { markers: 10, tools: 20, imitated: 30 } };

  const shown = view({ state, days: { [today()]: counts } });

  expect(shown).toMatchObject({ figures: { period: 'today', counts } });
});

test.each([
  [true, true, true, popupTexts.active],
  [true, true, false, popupTexts.badgesOff],
  [true, false, true, popupTexts.cleansReplies],
  [false, true, true, popupTexts.cleansHistory],
  [false, false, false, popupTexts.cleansNothing],
])(
  'with replies cleaned: %s, history: %s, badges: %s, no more is claimed',
  (replies, history, badges, text) => {
    expect(whatIsOn({ replies, history, badges })).toBe(text);
    const state: SiteState = { ...on, settings: { ...BUILT_IN, replies, history, badges } };
    const dot = text === popupTexts.active ? 'active' : 'partly';
    const tab: TabAnswer = { ...TAB, state: 'active', replies: 'read' };
    expect(view({ state, tab })).toMatchObject({
      works: { dot, text },
    });
  },
);

/** All that a page can say of itself while its hook works. */
const TOLD = (['none', 'read', 'unread'] as const).flatMap((replies) =>
  [0, 2].flatMap((stopped) => [true, false].map((badges) => ({ replies, stopped, badges }))),
);

test.each(TOLD)('one sentence, no more than is known: %j', ({ replies, stopped, badges }) => {
  const tab: TabAnswer = { ...TAB, state: 'active', replies, stopped };
  const state: SiteState = { ...on, settings: { ...BUILT_IN, badges } };
  const shown = view({ state, tab });

  const text = shown.works?.text;
  if (replies === 'unread') expect(text).toBe(popupTexts.unread);
  else if (stopped > 0) expect(text).toBe(popupTexts.stopped(stopped));
  else if (!badges) expect(text).toBe(popupTexts.badgesOff);
  else if (replies === 'none') expect(text).toBe(popupTexts.noReply);
  else expect(text).toBe(popupTexts.active);
  expect(shown).toMatchObject({ kind: 'on', notice: null });
});

test('settings that could not be saved are told beside a failed cleaning', () => {
  const tab: TabAnswer = { ...TAB, state: 'active', stopped: 2 };

  expect(view({ state: on, tab, problem: 'not-saved' })).toMatchObject({
    notice: pageTexts.notSaved,
    works: { text: popupTexts.stopped(2) },
  });
});

const NOTHING_ON: SiteState = { ...on, settings: { ...BUILT_IN, replies: false, history: false } };
const ACTIVE: TabAnswer = { ...TAB, state: 'active' };

test.each<[string, Partial<PopupFacts>, string]>([
  ['is one of the browser', { site: null }, popupTexts.unsupported],
  ['has settings that cannot be read', { unreadable: true }, popupTexts.unreadable],
  ['is off', {}, `${popupTexts.off} ${popupTexts.offers}`],
  [
    'is off, as the person said no',
    { problem: 'denied' },
    `${popupTexts.off} ${popupTexts.denied}`,
  ],
  ['was not asked yet', { state: on, tab: undefined }, popupTexts.loading],
  ['was loaded before the site was on', { state: on }, popupTexts.needsReload],
  ['has nothing to do, as set', { state: NOTHING_ON, tab: ACTIVE }, popupTexts.cleansNothing],
  [
    'got a reply uncleaned',
    { state: on, tab: { ...ACTIVE, stopped: 1, replies: 'read' } },
    popupTexts.stopped(1),
  ],
  [
    'gets replies that are not read',
    { state: on, tab: { ...ACTIVE, replies: 'unread' } },
    popupTexts.unread,
  ],
  ['got no reply', { state: on, tab: ACTIVE }, helpTexts.noReply],
  [
    'gets replies that are read',
    { state: on, tab: { ...ACTIVE, replies: 'read' } },
    helpTexts.read,
  ],
])('the help says of a page that %s why nothing is to be seen', (_what, some, cause) => {
  const shown = view(some);
  expect(causeOf(shown, shown.works, 'tab' in some ? (some.tab ?? null) : TAB)).toBe(cause);
});

test('to the help, a missing companion is a cause, and so is a server that does not tell', () => {
  for (const dot of ['partly', 'active'] as const)
    expect(
      causeOf(view({ state: on }), { dot, text: 'Install it.', todo: 'companion' }, ACTIVE),
    ).toBe('Install it.');
});
