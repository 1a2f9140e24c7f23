import { expect, test } from 'vitest';
import type { CompanionState } from '../../../../src/companion/companion.ts';
import type { OpenWebUi } from '../../../../src/detection/open-webui.ts';
import type { Settings } from '../../../../src/settings/settings.ts';
import { NO_COUNTS } from '../../../../src/stats/figures.ts';
import type { TabAnswer } from '../../../../src/pages/popup/backend.ts';
import type { FiguresView } from '../../../../src/pages/popup/figures/figures.tsx';
import {
  openWebUiView,
  worksUntilKnown,
  worksWithCompanion,
} from '../../../../src/pages/popup/open-webui/open-webui-view.ts';
import { openWebUiTexts as texts, popupTexts } from '../../../../src/pages/popup/texts.ts';

interface Some extends Partial<OpenWebUi> {
  readonly state?: CompanionState;
  readonly admin?: boolean;
  readonly direct?: boolean;
  readonly own?: boolean;
  readonly replies?: TabAnswer['replies'];
  /** Of tools that the popup counts for this time. */
  readonly tools?: FiguresView['period'];
  readonly settings?: Partial<Settings>;
}

const absent: CompanionState = { kind: 'absent' };
const current: CompanionState = { kind: 'current', version: '1.0.0' };

function view(some: Some = {}) {
  const {
    state = absent,
    admin = true,
    direct = false,
    own = false,
    replies = 'none',
    tools,
    settings,
    ...found
  } = some;
  return openWebUiView({
    found: { version: '0.12.4', ...found },
    companion: { state, admin },
    own,
    tab: { direct, replies },
    figures: tools ? { period: tools, counts: { ...NO_COUNTS, tools: 1 } } : null,
    settings: { history: true, badges: true, ...settings },
  });
}

const DIRECT = { direct: true } as const;

test('the title says what it is and which version', () => {
  expect(view().title).toBe('Open WebUI 0.12.4');
});

test.each<Some>([
  DIRECT,
  { own: true },
  { tools: 'today', version: '0.8.12' },
  { tools: 'lastDays', version: '0.8.12' },
  { version: '0.5.16' },
  { state: current },
  { state: current, version: '0.5.16' },
  { settings: { history: false, badges: false } },
])('with %j nothing is missing', (some) => {
  expect(view(some).missing).toBe(false);
});

test.each<Some>([
  {},
  { version: '0.9.0' },
  { version: '0.8.12' },
  { replies: 'read' },
  { own: true, replies: 'read' },
  { tools: 'today' },
  { tools: 'ever', version: '0.8.12' },
  { tools: 'today', version: '0.8.12', state: { kind: 'off', version: '1.0.0' } },
  { state: { kind: 'off', version: '1.0.0' } },
  { state: { kind: 'foreign' } },
  { state: { kind: 'outdated', version: null } },
  { state: { kind: 'unknown', why: 'x' } },
])('with %j something is missing', (some) => {
  expect(view(some)).toMatchObject({ missing: true, removable: false });
});

test.each([
  [absent, 'install', false, false],
  [{ kind: 'outdated', version: '0.9.0' }, 'update', true, false],
  [{ kind: 'off', version: '1.0.0' }, 'switch-on', true, false],
  [current, null, true, false],
  [{ kind: 'foreign' }, null, false, false],
  [{ kind: 'unknown', why: 'Because.' }, null, false, true],
] as const)(
  '%j leads to the step %s; if nothing is missing, to removal by an admin: %s, to another try: %s',
  (state, step, removable, retry) => {
    expect(view({ state, ...DIRECT })).toMatchObject({ step, removable, retry, admin: true });
    expect(view({ state, ...DIRECT, admin: false })).toMatchObject({
      step,
      removable: false,
      retry,
      admin: false,
    });
  },
);

test.each([
  [{}, texts.addsBoth],
  [{ settings: { badges: false } }, texts.addsHistory],
  [{ tools: 'today' }, texts.addsHistory],
  [{ admin: false }, texts.askAdmin],
  [{ version: '0.8.12' }, texts.addsBadges],
  [DIRECT, texts.addsElsewhere],
  [{ version: '0.5.16' }, texts.addsHistoryOnly],
  [{ state: current }, `Companion 1.0.0 is installed. ${texts.switchedOn}`],
  [
    { state: { kind: 'outdated', version: '0.9.0' } },
    `Companion 0.9.0 is installed. ${texts.newer}`,
  ],
  [{ state: { kind: 'outdated', version: null } }, `The companion is installed. ${texts.newer}`],
  [
    { state: { kind: 'off', version: '1.0.0' } },
    `Companion 1.0.0 is installed. ${texts.switchedOff}`,
  ],
  [{ state: { kind: 'foreign' } }, texts.foreign],
  [
    { state: { kind: 'unknown', why: 'You are not signed in here.' } },
    `${texts.companionUnknown} You are not signed in here.`,
  ],
] as const)('with %j one or two sentences describe the companion', (some: Some, text) => {
  expect(view(some).companion).toBe(text);
});

const ACTIVE = { dot: 'active', text: popupTexts.active, todo: null } as const;

test.each<[Some, string]>([
  [{}, 'partly'],
  [{ admin: false }, 'partly'],
  [{ state: { kind: 'off', version: '1.0.0' } }, 'partly'],
  [{ state: { kind: 'outdated', version: '0.9.0' } }, 'partly'],
  [{ state: { kind: 'foreign' } }, 'partly'],
  [{ state: { kind: 'unknown', why: 'Because.' } }, 'active'],
])('with %j the state of the page is %s, and says what is missing', (some, dot) => {
  const text = `${popupTexts.on} ${view(some).companion}`;
  expect(worksWithCompanion(ACTIVE, view(some))).toEqual({ dot, text, todo: 'companion' });
});

test('with the companion, the state of the page is that of any other site', () => {
  expect(worksWithCompanion(ACTIVE, view({ state: current }))).toBe(ACTIVE);
});

const SET_OFF = { dot: 'partly', text: popupTexts.cleansReplies, todo: null } as const;

test.each<Some>([
  {},
  { state: { kind: 'outdated', version: '0.9.0' }, settings: { history: false } },
  { state: { kind: 'outdated', version: '0.9.0' }, settings: { badges: false } },
  { state: { kind: 'outdated', version: '0.9.0' }, settings: { history: false, badges: false } },
  { state: { kind: 'off', version: '1.0.0' }, settings: { history: false } },
])('with %j what the person switched off is said first, then what the companion needs', (some) => {
  const text = `${SET_OFF.text} ${view(some).companion}`;
  expect(worksWithCompanion(SET_OFF, view(some))).toEqual({
    dot: 'partly',
    text,
    todo: 'companion',
  });
});

test.each<Some>([
  { state: current },
  { settings: { history: false, badges: false } },
  { state: { kind: 'outdated', version: '0.9.0' }, settings: { badges: false }, ...DIRECT },
])('with %j there is nothing to add to it', (some) => {
  expect(worksWithCompanion(SET_OFF, view(some))).toBe(SET_OFF);
});

test('a page that needs a reload comes before a missing companion', () => {
  const late = { dot: 'attention', text: popupTexts.needsReload, todo: 'reload' } as const;

  expect(worksWithCompanion(late, view())).toBe(late);
  expect(worksWithCompanion(null, view())).toBe(null);
});

test('until the server has answered, the popup promises nothing', () => {
  expect(worksUntilKnown(ACTIVE)).toEqual({ ...ACTIVE, text: popupTexts.on });
  expect(worksUntilKnown(SET_OFF)).toBe(SET_OFF);
  expect(worksUntilKnown(null)).toBe(null);
});
