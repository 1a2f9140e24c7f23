import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Those of the sections of the full page, all of which stay loaded once they were shown. */
const SHEETS = ['inspector/inspector', 'rules/rules', 'statistics/statistics', 'welcome/help'];
const PAGES = join(import.meta.dirname, '../../src/pages');

/** @returns the classes with which selectors of a stylesheet begin */
function classesOf(sheet: string): Set<string> {
  const text = readFileSync(join(PAGES, `${sheet}.css`), 'utf8');
  return new Set([...text.matchAll(/^\.([\w-]+)/gm)].map(([, name = '']) => name));
}

test('no section styles what another one styles too: which of them is opened first must not matter', () => {
  const owners = new Map<string, string[]>();
  for (const sheet of SHEETS)
    for (const name of classesOf(sheet)) owners.set(name, [...(owners.get(name) ?? []), sheet]);

  expect(owners.size).toBeGreaterThan(15);
  expect([...owners].filter(([, sheets]) => sheets.length > 1)).toEqual([]);
});
