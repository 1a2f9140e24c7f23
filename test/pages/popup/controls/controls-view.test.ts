import { expect, test } from 'vitest';
import { controlsView, requestsFor } from '../../../../src/pages/popup/controls/controls-view.ts';
import { settle, type Chosen } from '../../../../src/settings/settings.ts';

const SITE = 'http://localhost:3000';
const NONE: Chosen = { everywhere: {}, site: {}, managed: {} };

function switches(some: Partial<Chosen>) {
  const chosen = { ...NONE, ...some };
  return controlsView(SITE, settle(chosen.everywhere, chosen.site, chosen.managed), chosen)
    .switches;
}

test.each<[Partial<Chosen>, object, object]>([
  [{}, { on: true, locked: false }, { on: true, locked: false }],
  [{ everywhere: { badges: false } }, { on: false, locked: false }, { on: true }],
  [{ site: { replies: false } }, { on: true }, { on: true, locked: false }],
  [{ site: { replies: false, history: false } }, { on: true }, { on: false, locked: false }],
  [
    { managed: { badges: true, replies: true } },
    { on: true, locked: true },
    { on: true, locked: false },
  ],
  [{ managed: { replies: false, history: false } }, { locked: false }, { on: false, locked: true }],
])('with %j chosen, badges are %j and cleaning is %j', (some, badges, cleaning) => {
  expect(switches(some)).toMatchObject([
    { id: 'badges', ...badges },
    { id: 'cleaning', ...cleaning },
  ]);
});

test('a difference from all sites is stored for this one, and removed when it is the same again', () => {
  expect(requestsFor(SITE, 'badges', false, NONE)).toEqual([
    { type: 'choose', origin: SITE, change: { badges: false } },
  ]);
  expect(requestsFor(SITE, 'badges', true, { ...NONE, site: { badges: false } })).toEqual([
    { type: 'unchoose', origin: SITE, keys: ['badges'] },
  ]);
});

test('cleaning includes replies and history', () => {
  expect(requestsFor(SITE, 'cleaning', false, { ...NONE, everywhere: { history: false } })).toEqual(
    [
      { type: 'choose', origin: SITE, change: { replies: false } },
      { type: 'unchoose', origin: SITE, keys: ['history'] },
    ],
  );
});
