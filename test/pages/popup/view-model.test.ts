import { BUILT_IN } from '../../../src/settings/settings.ts';
import { expect, test } from 'vitest';
import { popupTexts } from '../../../src/pages/popup/texts.ts';
import { pageTexts } from '../../../src/pages/parts/texts.ts';
import { popupView, tileLetter, whatIsCleaned, type PopupFacts } from '../../../src/pages/popup/view-model.ts';
import { today } from '../../../src/stats/calendar.ts';
import type { SiteState } from '../../../src/pages/popup/stored-state.ts';

const off: SiteState = {
  origin: 'http://localhost:3000',
  enabled: false,
  permitted: false,
  resumesAt: null,
  counts: { markers: 0, tools: 0, imitated: 0 },
  repairs: 0,
  settings: BUILT_IN,
};
const on: SiteState = { ...off, enabled: true, permitted: true };
const used = { markers: 3, tools: 0, imitated: 0 };

function view(some: Partial<PopupFacts> = {}) {
  return popupView({
    site: off.origin,
    state: off,
    days: {},
    chosen: { everywhere: {}, site: {}, managed: {} },
    named: false,
    unreadable: false,
    tab: { state: 'none', direct: false, stopped: 0 },
    tabLoading: false,
    reloading: false,
    problem: null,
    ...some,
  });
}

test('nothing is claimed before the tab and the background are known', () => {
  expect(view({ site: undefined, state: undefined })).toEqual({ kind: 'opening', host: null });
  expect(view({ state: undefined })).toEqual({ kind: 'opening', host: 'localhost:3000' });
});

test('a page no extension can run in is shown as one, whatever else is known', () => {
  expect(view({ site: null, state: on })).toEqual({ kind: 'unsupported' });
});

test('nothing of one site is shown for another that the tab moved to', () => {
  expect(view({ site: 'http://localhost:3001', state: on })).toEqual({ kind: 'opening', host: 'localhost:3001' });
});

test('a storage that cannot be read is reported, whatever was read before', () => {
  expect(view({ unreadable: true })).toEqual({ kind: 'unreadable', host: 'localhost:3000' });
  expect(view({ unreadable: true, state: undefined })).toEqual({ kind: 'unreadable', host: 'localhost:3000' });
});

test('a site that was never on gets the offer and no notice', () => {
  expect(view()).toMatchObject({ kind: 'off', notice: null, asks: popupTexts.asksFirst, first: true });
  expect(view({ state: { ...off, counts: used } })).toMatchObject({ kind: 'off', first: false });
});

test('a site that an administrator names is said to be set up by them, while it is off', () => {
  expect(view({ named: true })).toMatchObject({ named: true, offer: popupTexts.setUp('localhost:3000') });
  expect(view()).toMatchObject({ named: false, offer: popupTexts.offers });
  expect(view({ named: true, state: on })).not.toHaveProperty('named');
});

test('a site that is paused gets no offer: it turns on again by itself', () => {
  const paused = { ...off, permitted: true, resumesAt: Date.UTC(2026, 10, 24, 12) };

  expect(view({ state: paused })).toMatchObject({ kind: 'off', offer: popupTexts.resumes });
  expect(view({ state: paused, named: true })).toMatchObject({ offer: popupTexts.resumes });
});

test('no prompt is announced if the browser already permits', () => {
  expect(view({ state: { ...off, permitted: true } })).toMatchObject({ kind: 'off', asks: popupTexts.asksNothing });
});

test.each([
  ['said no', { problem: 'denied' }, popupTexts.denied],
  ['could not be saved', { problem: 'not-saved' }, pageTexts.notSaved],
  ['withdrew the permission', { state: { ...on, permitted: false } }, popupTexts.revoked],
  ['withdrew the permission of a site that was used', { state: { ...off, counts: used } }, popupTexts.revoked],
  ['only switched the site off', { state: { ...off, permitted: true, counts: used } }, null],
] as const)('off, because the person or the browser %s', (_reason, some, notice) => {
  expect(view(some)).toMatchObject({ kind: 'off', notice });
});

test.each([
  ['active', {}, 'active', false],
  ['none', {}, 'attention', true],
  ['late', {}, 'attention', true],
  ['silent', {}, 'attention', true],
  ['none', { tabLoading: true }, 'attention', false],
  ['late', { tabLoading: true }, 'attention', true],
  ['none', { reloading: true }, 'attention', false],
  ['active', { reloading: true }, 'active', false],
] as const)('a tab that says "%s" with %j gets the dot "%s", reload offered: %s', (tab, some, dot, reload) => {
  expect(view({ state: on, tab: { state: tab, direct: false, stopped: 0 }, ...some })).toMatchObject({
    kind: 'on',
    works: { dot, reload },
  });
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
  [true, true, popupTexts.active],
  [true, false, popupTexts.cleansReplies],
  [false, true, popupTexts.cleansHistory],
  [false, false, popupTexts.cleansNothing],
])('with replies cleaned: %s, history: %s, no more is claimed', (replies, history, text) => {
  expect(whatIsCleaned({ replies, history })).toBe(text);
  const state: SiteState = { ...on, settings: { ...BUILT_IN, replies, history } };
  expect(view({ state, tab: { state: 'active', direct: false, stopped: 0 } })).toMatchObject({
    works: { text },
  });
});

test.each([
  ['chat.example', 'C'],
  ['127.0.0.1:8080', '1'],
  ['[::1]:3000', '1'],
  ['übung.example', 'Ü'],
  ['---', '?'],
])('the tile of %s shows %s', (host, letter) => {
  expect(tileLetter(host)).toBe(letter);
});

test('a failed cleaning of a reply is reported, after more urgent news', () => {
  const tab = { state: 'active', direct: false, stopped: 2 } as const;

  expect(view({ state: on, tab })).toMatchObject({ notice: popupTexts.stopped(2) });
  expect(view({ state: on, tab, problem: 'not-saved' })).toMatchObject({ notice: pageTexts.notSaved });
});
