import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_ALIKE } from '../../src/rules/pack-cost.ts';
import { MAX_FILE, readSettingsFile, writeSettingsFile } from '../../src/settings/settings-file.ts';
import { someSettings } from './some-settings.ts';

const EMPTY = { everywhere: {}, sites: {}, packs: [] };
const HEAD = { format: 'stream-fixer-settings', version: 1 };

test('a written file is read back unchanged', () => {
  fc.assert(
    fc.property(someSettings, (settings) => {
      expect(readSettingsFile(writeSettingsFile(settings))).toEqual({
        choices: settings,
        leftOut: [],
      });
    }),
    { numRuns: 50 },
  );
});

test.each([
  ['an empty file', '', 'other-file'],
  ['half a file', writeSettingsFile(EMPTY).slice(0, 60), 'other-file'],
  ['text', 'badges: off', 'other-file'],
  ['a picture', '\u0089PNG\r\n\u001a\n', 'other-file'],
  ['JSON nested ever deeper', '['.repeat(500_000), 'other-file'],
  ['nested JSON that is whole', `${'['.repeat(50_000)}${']'.repeat(50_000)}`, 'other-file'],
  ['more than a file may have', ' '.repeat(MAX_FILE) + writeSettingsFile(EMPTY), 'other-file'],
  ['null', 'null', 'other-file'],
  ['a list', '[]', 'other-file'],
  ['an object of another kind', '{"name": "stream-fixer"}', 'other-file'],
  [
    'a file with rules',
    '{"format": "stream-fixer-rules", "version": 1, "packs": []}',
    'other-file',
  ],
  ['a file without a version', '{"format": "stream-fixer-settings"}', 'other-file'],
  [
    'a file whose version is text',
    '{"format": "stream-fixer-settings", "version": "1"}',
    'other-file',
  ],
  [
    'a format that objects inherit',
    '{"__proto__": {"format": "stream-fixer-settings", "version": 1}}',
    'other-file',
  ],
  ['a newer file', JSON.stringify({ ...HEAD, ...EMPTY, version: 2 }), 'newer-version'],
  [
    'a newer file of another shape',
    '{"format": "stream-fixer-settings", "version": 7, "profiles": []}',
    'newer-version',
  ],
  ['nothing but a head', JSON.stringify(HEAD), 'other-file'],
  ['sites as a list', JSON.stringify({ ...HEAD, ...EMPTY, sites: [] }), 'other-file'],
  [
    'no settings for all sites',
    JSON.stringify({ ...HEAD, ...EMPTY, everywhere: null }),
    'other-file',
  ],
])('%s is not taken', (_name, text, problem) => {
  expect(readSettingsFile(text)).toEqual({ problem });
});

test('unknown keys are left out and reported once, even those named like inherited members', () => {
  const text = JSON.stringify({
    ...HEAD,
    ...EMPTY,
    theme: 'dark',
    everywhere: { volume: 11, badges: false },
    sites: { 'http://localhost': { volume: 3 } },
  });
  const hostile = text.replace('"volume":11', '"__proto__":{"replies":false},"volume":11');

  expect(readSettingsFile(hostile)).toEqual({
    choices: { everywhere: { badges: false }, sites: { 'http://localhost': {} }, packs: [] },
    leftOut: ['theme', '__proto__', 'volume'],
  });
  expect(Object.hasOwn(Object.prototype, 'replies')).toBe(false);
});

test('a rule pack that costs too much is left out by its id', () => {
  const rules = Array.from({ length: MAX_ALIKE + 1 }, (_, i) => {
    const pattern = `[Calling ${i}: {tool}]`;
    return { id: `r-${i}`, kind: 'line', pattern, tells: 'start' };
  });
  const packs = [rules, rules.slice(1)].map((some, i) => ({
    id: `my-${i}`,
    name: 'Mine',
    source: '',
    rules: some,
  }));

  expect(readSettingsFile(JSON.stringify({ ...HEAD, ...EMPTY, packs }))).toMatchObject({
    choices: { packs: [{ id: 'my-1' }] },
    leftOut: ['my-0'],
  });
});

test('of thousands of unknown keys some are named, shortened', () => {
  const keys = Object.fromEntries(
    Array.from({ length: 5000 }, (_, i) => [`${'k'.repeat(100)}${i}`, 1]),
  );

  const read = readSettingsFile(JSON.stringify({ ...HEAD, ...EMPTY, everywhere: keys }));

  expect('leftOut' in read && read.leftOut.map((key) => key.length)).toEqual([
    ...Array.from({ length: 12 }, () => 60),
    1,
  ]);
});

test('no file makes the reader throw', () => {
  fc.assert(
    fc.property(fc.json(), fc.json(), (everywhere, sites) => {
      const read = readSettingsFile(
        `{"format": "stream-fixer-settings", "version": 1, "everywhere": ${everywhere}, "sites": ${sites}, "packs": []}`,
      );
      if ('choices' in read)
        expect(readSettingsFile(writeSettingsFile(read.choices))).toMatchObject({
          choices: read.choices,
          leftOut: [],
        });
      else expect(read).toEqual({ problem: 'other-file' });
    }),
  );
});
