import { BUILT_IN } from '../../src/settings/settings.ts';
import { expect, test } from 'vitest';
import { popupTexts } from '../../src/popup/texts.ts';
import { popupView, tileLetter } from '../../src/popup/view-model.ts';
import type { PopupFacts } from '../../src/popup/view-model.ts';
import type { SiteState } from '../../src/sites/messages.ts';

const off: SiteState = {
  origin: 'http://localhost:3000',
  enabled: false,
  permitted: false,
  counts: { markers: 0, tools: 0, imitated: 0 },
  findings: [],
  settings: BUILT_IN,
  chosen: { everywhere: {}, site: {}, managed: {} },
};
const on: SiteState = { ...off, enabled: true, permitted: true };
const used = { markers: 3, tools: 0, imitated: 0 };

function view(some: Partial<PopupFacts> = {}) {
  return popupView({
    site: off.origin,
    state: off,
    tab: { state: 'none', seen: [] },
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

test('a page no extension can run in is said to be one, whatever else is known', () => {
  expect(view({ site: null, state: on })).toEqual({ kind: 'unsupported' });
});

test('a silent background is said to be silent', () => {
  expect(view({ state: null })).toEqual({ kind: 'unanswered', host: 'localhost:3000' });
});

test('a site that was never on gets the offer and no notice', () => {
  expect(view()).toMatchObject({ kind: 'off', notice: null, asks: popupTexts.asksFirst });
});

test('no prompt is promised where the browser already permits', () => {
  expect(view({ state: { ...off, permitted: true } })).toMatchObject({ kind: 'off', asks: popupTexts.asksNothing });
});

test.each([
  ['said no', { problem: 'denied' }, popupTexts.denied],
  ['was not asked', { problem: 'cannot-ask' }, popupTexts.cannotAsk],
  ['could not be told', { problem: 'not-saved' }, popupTexts.notSaved],
  ['took the permission back', { state: { ...on, permitted: false } }, popupTexts.revoked],
  ['took the permission back from a site that was used', { state: { ...off, counts: used } }, popupTexts.revoked],
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
  expect(view({ state: on, tab: { state: tab, seen: [] }, ...some })).toMatchObject({ kind: 'on', works: { dot, reload } });
});

test('on, nothing is said of the tab before it was asked', () => {
  expect(view({ state: on, tab: undefined })).toMatchObject({ kind: 'on', works: null });
});

test('figures and setting are those of the background', () => {
  const state: SiteState = { ...on, counts: { markers: 1, tools: 2, imitated: 3 }, settings: { ...BUILT_IN, badgeStay: 'always' } };

  expect(view({ state, tab: { state: 'active', seen: [] } })).toMatchObject({ counts: state.counts, stay: 'always' });
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
