import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readAllChoices } from '../../src/settings/read-all-choices.ts';
import { packCalled, someSettings } from './some-settings.ts';

const EMPTY = { everywhere: {}, sites: {}, packs: [] };

test.each([
  undefined,
  null,
  1,
  'all',
  [],
  {},
  { everywhere: {} },
  { ...EMPTY, sites: [] },
  { ...EMPTY, everywhere: null },
  { ...EMPTY, packs: {} },
])('%j is no settings at all', (value) => {
  expect(readAllChoices(value)).toBeNull();
});

test.each<[unknown, unknown, readonly string[]]>([
  [EMPTY, EMPTY, []],
  [{ ...EMPTY, more: 1 }, EMPTY, []],
  [{ ...EMPTY, everywhere: { volume: 11 } }, EMPTY, ['volume']],
  [
    { ...EMPTY, sites: { 'http://localhost:3000': { badges: false } } },
    { ...EMPTY, sites: { 'http://localhost:3000': { badges: false } } },
    [],
  ],
  [
    {
      ...EMPTY,
      sites: {
        'localhost:3000': {},
        'http://localhost:3000/path': {},
        'file:///x': {},
        'https://addons.mozilla.org': {},
        'http://*.example.org': {},
      },
    },
    EMPTY,
    [
      'localhost:3000',
      'http://localhost:3000/path',
      'file:///x',
      'https://addons.mozilla.org',
      'http://*.example.org',
    ],
  ],
  [
    { ...EMPTY, sites: { 'http://localhost': 'on', 'http://localhost:1': null } },
    EMPTY,
    ['http://localhost', 'http://localhost:1'],
  ],
  [
    JSON.parse('{"everywhere": {}, "packs": [], "sites": {"__proto__": {"badges": false}}}'),
    EMPTY,
    ['__proto__'],
  ],
  [
    {
      ...EMPTY,
      packs: [
        packCalled('my-one'),
        packCalled('my-one', 'Again'),
        packCalled('caipe'),
        { id: 'my-broken' },
        7,
      ],
    },
    { ...EMPTY, packs: [packCalled('my-one')] },
    ['my-one', 'my-broken', '4', 'caipe'],
  ],
])('%j is read as %j, with the unknown keys %j', (value, read, reported) => {
  const unknown: string[] = [];

  expect(readAllChoices(value, (key) => unknown.push(key))).toEqual(read);
  expect(unknown).toEqual(reported);
});

test('settings are read back unchanged', () => {
  fc.assert(
    fc.property(
      someSettings,
      (settings) => void expect(readAllChoices(structuredClone(settings))).toEqual(settings),
    ),
    { numRuns: 50 },
  );
});

test('a thousand sites are the limit; the others are reported', () => {
  const sites = Object.fromEntries(
    Array.from({ length: 1200 }, (_, i) => [`http://localhost:${i + 2000}`, { badges: false }]),
  );
  let reported = 0;

  const read = readAllChoices({ ...EMPTY, sites }, () => (reported += 1));

  expect(Object.keys(read?.sites ?? {})).toHaveLength(1000);
  expect(reported).toBe(200);
});
