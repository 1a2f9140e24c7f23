import { expect, test } from 'vitest';
import { formats } from '../../../../src/languages/formats.ts';
import { BUILT_IN } from '../../../../src/settings/settings.ts';
import type { TabAnswer } from '../../../../src/pages/popup/backend.ts';
import { causeOf, reportOf } from '../../../../src/pages/popup/help/cause.ts';
import { helpTexts, popupTexts } from '../../../../src/pages/popup/texts.ts';
import { popupView, type PopupFacts } from '../../../../src/pages/popup/view-model.ts';

const SITE = 'http://chat.example:3000';
const TAB: TabAnswer = { state: 'active', direct: false, stopped: 0, replies: 'none' };
const ON: PopupFacts = {
  site: SITE,
  state: {
    origin: SITE,
    enabled: true,
    permitted: true,
    resumesAt: null,
    counts: { markers: 0, tools: 0, imitated: 0 },
    repairs: 0,
    settings: BUILT_IN,
  },
  days: {},
  chosen: { everywhere: {}, site: {}, managed: {} },
  named: false,
  unreadable: false,
  tab: TAB,
  tabLoading: false,
  reloading: false,
  problem: null,
};
const OFF = { ...ON.state!, enabled: false, permitted: false };
const NOTHING_ON = { ...BUILT_IN, replies: false, history: false };

test.each<[string, Partial<PopupFacts>, string]>([
  ['is one of the browser', { site: null }, popupTexts.unsupported],
  ['has settings that cannot be read', { unreadable: true }, popupTexts.unreadable],
  ['is off', { state: OFF }, `${popupTexts.off} ${popupTexts.offers}`],
  ['is off, as the person said no', { state: OFF, problem: 'denied' }, `${popupTexts.off} ${popupTexts.denied}`],
  ['is paused', { state: { ...OFF, resumesAt: 0 } }, `${popupTexts.paused(formats.time(0))} ${popupTexts.resumes}`],
  ['was not asked yet', { tab: undefined }, popupTexts.loading],
  ['was loaded before the site was on', { tab: { ...TAB, state: 'none' } }, popupTexts.needsReload],
  ['has a hook that does not report', { tab: { ...TAB, state: 'silent' } }, popupTexts.silent],
  ['has nothing to do, as set', { state: { ...ON.state!, settings: NOTHING_ON } }, popupTexts.cleansNothing],
  ['got a reply that was not cleaned', { tab: { ...TAB, stopped: 1, replies: 'read' } }, popupTexts.stopped(1)],
  ['gets replies that are not read', { tab: { ...TAB, replies: 'unread' } }, popupTexts.unread],
  ['got no reply', {}, helpTexts.noReply],
  ['gets replies that are read', { tab: { ...TAB, replies: 'read' } }, helpTexts.read],
])('of a page that %s, this is said', (_what, some, cause) => {
  const facts = { ...ON, ...some };
  const view = popupView(facts);

  expect(causeOf(view, view.kind === 'on' ? view.works : null, facts.tab ?? null)).toBe(cause);
});

test('a missing companion is a cause, and so is a server that does not tell', () => {
  for (const dot of ['partly', 'active'] as const) {
    const works = { dot, text: 'On. Install it.', todo: 'companion' } as const;
    expect(causeOf(popupView(ON), works, TAB)).toBe('On. Install it.');
  }
});

test('a report has versions, states and settings, and no address', () => {
  const view = popupView(ON);
  const report = reportOf({ version: '1.0', browser: 'B', view, tab: TAB, openWebUi: '0.12.4', companion: 'absent' });

  expect(JSON.parse(report)).toEqual({
    version: '1.0',
    browser: 'B',
    site: 'on',
    tab: TAB,
    openWebUi: '0.12.4',
    companion: 'absent',
    settings: BUILT_IN,
    figures: { period: 'ever', counts: { markers: 0, tools: 0, imitated: 0 } },
    repairs: 0,
  });
  expect(report).not.toContain('chat.example');
});
