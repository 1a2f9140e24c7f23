import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { MAX_NAMED_SITES } from '../../src/settings/policy.ts';
import { BUILT_IN, readChoices } from '../../src/settings/settings.ts';

interface Schema {
  readonly type: string;
  readonly title?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema;
}

const FILE = new URL('../../src/public/managed-schema.json', import.meta.url);

function read(): Schema {
  return JSON.parse(readFileSync(FILE, 'utf8')) as Schema;
}

const schema = read();
const settings = schema.properties?.settings;
const { repairs, packs, ...rest } = settings?.properties ?? {};

test('an administrator can set every setting, name sites, and nothing else', () => {
  expect(Object.keys(schema.properties ?? {})).toEqual(['settings', 'sites']);
  expect(schema.properties?.sites).toMatchObject({ type: 'array', items: { type: 'string' } });
  expect(schema.properties?.sites?.title).toContain(`at most ${MAX_NAMED_SITES}`);
  expect(Object.keys(settings?.properties ?? {}).toSorted()).toEqual(
    Object.keys(BUILT_IN).toSorted(),
  );
  for (const each of [repairs, packs])
    expect(each?.additionalProperties).toEqual({ type: 'boolean' });
});

test('every value that the browser admits is understood', () => {
  for (const [key, one] of Object.entries(rest)) {
    expect(one.type).toBe('boolean');
    for (const value of [true, false])
      expect(readChoices({ [key]: value })).toEqual({ [key]: value });
  }
});

test('Chromium accepts the schema: an object without other keys at the top, one type each', () => {
  expect(schema.type).toBe('object');
  expect(schema).not.toHaveProperty('additionalProperties');
  for (const one of Object.values(rest)) {
    expect(one.title).toBeTruthy();
  }
});
