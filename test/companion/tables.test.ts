import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { withTables } from './tables.ts';

const FILE = resolve(import.meta.dirname, '../../src/companion/stream_fixer_companion.py');

test('the companion contains the tables of the extension', () => {
  const source = readFileSync(FILE, 'utf8');
  if (process.env.UPDATE_TABLE) writeFileSync(FILE, withTables(source));

  expect(readFileSync(FILE, 'utf8')).toBe(withTables(source));
});

test('its tables end where they should', () => {
  const [, tables = ''] =
    /json\.loads\(r"""\n([\s\S]*?)"""\)/.exec(readFileSync(FILE, 'utf8')) ?? [];

  expect(JSON.parse(tables)).toHaveProperty('outcomes.forms');
});
