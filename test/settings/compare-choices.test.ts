import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AllChoices } from '../../src/settings/read-all-choices.ts';
import { choicesOf, compareChoices } from '../../src/settings/compare-choices.ts';
import { choiceAs, choose, unchoose } from '../../src/settings/settings.ts';
import { packCalled, someSettings } from './some-settings.ts';

const EMPTY: AllChoices = { everywhere: {}, sites: {}, packs: [] };
const A = 'http://localhost:3000';
const B = 'http://localhost:8080';

test('the same settings differ in nothing', () => {
  fc.assert(
    fc.property(
      someSettings,
      (settings) => void expect(compareChoices(settings, structuredClone(settings))).toEqual({ places: [], packs: [] }),
    ),
    { numRuns: 50 },
  );
});

test('all sites come first, then each site; settings are in the order of the list', () => {
  const before = {
    ...EMPTY,
    everywhere: { repairs: { done: false }, badges: true },
    sites: { [B]: { storedChats: true }, [A]: { badges: false } },
  } as const;
  const after = {
    ...EMPTY,
    everywhere: { packs: { 'my-one': true }, badges: false },
    sites: { [A]: { badges: false }, [B]: { imitation: false } },
  } as const;

  expect(compareChoices(before, after).places).toEqual([
    {
      site: null,
      changes: [
        { key: 'badges', before: true, after: false },
        { key: 'repairs.done', before: false, after: undefined },
        { key: 'packs.my-one', before: undefined, after: true },
      ],
    },
    {
      site: B,
      changes: [
        { key: 'imitation', before: undefined, after: false },
        { key: 'storedChats', before: true, after: undefined },
      ],
    },
  ]);
});

test('packs are reported by what happens to them', () => {
  const before = { ...EMPTY, packs: [packCalled('my-one'), packCalled('my-two'), packCalled('my-three')] };
  const after = { ...EMPTY, packs: [packCalled('my-three', 'Changed'), packCalled('my-one'), packCalled('my-four')] };

  expect(compareChoices(before, after).packs).toEqual([
    { id: 'my-three', name: 'Changed', fate: 'changed' },
    { id: 'my-four', name: 'my-four', fate: 'new' },
    { id: 'my-two', name: 'my-two', fate: 'gone' },
  ]);
});

test('applying every reported change gives the other settings', () => {
  fc.assert(
    fc.property(someSettings, someSettings, (before, after) => {
      const made = new Map(
        [null, ...Object.keys(after.sites), ...Object.keys(before.sites)].map((site) => [
          site,
          site === null ? before.everywhere : choicesOf(before, site),
        ]),
      );

      for (const { site, changes } of compareChoices(before, after).places) {
        for (const { key, after: value } of changes) {
          const choices = made.get(site) ?? {};
          made.set(site, value === undefined ? unchoose(choices, [key]) : choose(choices, choiceAs(key, value)));
        }
      }

      for (const [site, choices] of made)
        expect(choices).toEqual(site === null ? after.everywhere : choicesOf(after, site));
    }),
    { numRuns: 50 },
  );
});
