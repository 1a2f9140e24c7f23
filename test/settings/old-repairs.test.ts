import { expect, test } from 'vitest';
import { DEFAULT_REPAIRS, enabledRepairs } from '../../src/normalizer/repairs/all-repairs.ts';
import { readPolicy } from '../../src/settings/policy.ts';
import { readSettingsFile } from '../../src/settings/settings-file.ts';
import { readChoices, settle, type Choices } from '../../src/settings/settings.ts';

// Up to version 0.1, settings, files and policies had one switch for each repair.

const DEFAULT = [...DEFAULT_REPAIRS];
const OLD = {
  repairs: { done: false, 'first-role': true, 'content-arrays': true, 'padding-fields': true },
};
const READ = { repairs: { done: false, 'first-role': true, 'content-arrays': true } };

function enabled(...layers: readonly Choices[]): readonly string[] {
  const { repairBroken: broken, repairLegal: legal, repairs: each } = settle(...layers);
  return [...enabledRepairs({ broken, legal, each })];
}

test.each<[string, readonly unknown[], readonly string[]]>([
  ['nothing chosen', [], DEFAULT],
  ['single ones switched', [OLD], [...DEFAULT.filter((id) => id !== 'done'), 'content-arrays']],
  [
    'off for all sites, on for one',
    [{ repairs: { done: false } }, { repairs: { done: true } }],
    DEFAULT,
  ],
  [
    'an administrator against a site',
    [{}, { repairs: { done: true } }, { repairs: { done: false } }],
    DEFAULT.filter((id) => id !== 'done'),
  ],
  [
    'those that are gone',
    [{ repairs: { 'byte-order-mark': false, 'padding-fields': true } }],
    DEFAULT,
  ],
])('stored settings keep the repairs that they had: %s', (_, layers, ids) => {
  expect(new Set(enabled(...layers.map((layer) => readChoices(layer))))).toEqual(new Set(ids));
});

test('a file is read without a word about what is gone, and so is a policy', () => {
  const text = JSON.stringify({
    format: 'stream-fixer-settings',
    version: 1,
    everywhere: OLD,
    sites: { 'http://localhost:3000': OLD },
    packs: [],
  });

  expect(readSettingsFile(text)).toEqual({
    choices: { everywhere: READ, sites: { 'http://localhost:3000': READ }, packs: [] },
    leftOut: [],
  });
  expect(readPolicy({ settings: OLD }).settings).toEqual(READ);
});

test('the switches decide where there is no exception', () => {
  expect(enabled({ repairBroken: false }, { repairs: { done: true } })).toEqual(['done']);
  expect(enabled({ repairLegal: true }, { repairLegal: false })).toEqual(DEFAULT);
  expect(enabled({ repairLegal: true }, { repairs: { 'content-arrays': false } })).not.toContain(
    'content-arrays',
  );
});
