import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ALL_PACKS } from '../../src/rules/all-packs.ts';
import { activeRules } from '../../src/rules/active-rules.ts';
import { tryRules } from '../../src/normalizer/rules/try-rules.ts';
import { EXAMPLES } from './pack-examples.ts';
import { readPack } from '../../src/rules/read-packs.ts';
import { settle } from '../../src/settings/settings.ts';
import { everySplit } from '../normalizer/splits.ts';
import { wrongIn } from '../support/lists.ts';
import { unitsRead } from '../support/units-read.ts';
import { compiled, filtered } from '../normalizer/rules/filtered.ts';

const RULES = ALL_PACKS.flatMap(({ id, rules }) =>
  rules.map((rule) => [`${id}/${rule.id}`, rule] as const),
);
const EVERYTHING = compiled(
  activeRules(Object.fromEntries(ALL_PACKS.map(({ id }) => [id, true])), []),
);

test('every pack names its agent and the source of its format, and could be read from a file', () => {
  for (const pack of ALL_PACKS) {
    expect(pack.source).toMatch(/^https:\/\/[\w./#-]+$/);
    expect(pack.id).not.toMatch(/^my-/);
    expect(readPack(JSON.parse(JSON.stringify(pack)))).toEqual(pack);
  }
  expect(new Set(ALL_PACKS.map(({ name }) => name)).size).toBe(ALL_PACKS.length);
});

test('every file of a pack is in the list', () => {
  const folder = new URL('../../src/rules/packs/', import.meta.url);
  const list = readFileSync(new URL('../all-packs.ts', folder), 'utf8');

  expect(
    wrongIn(
      'src/rules/all-packs.ts',
      [...list.matchAll(/'\.\/packs\/([^']+)'/g)].map(([, file = '']) => file),
      readdirSync(folder),
    ),
  ).toEqual([]);
});

test('no pack is on unless somebody turns it on', () => {
  expect(activeRules(settle().packs, [])).toEqual([]);
});

test.each(RULES)(
  '%s has examples, removes something from each that it matches, and nothing from the others',
  (id, rule) => {
    const removes = (text: string): boolean => tryRules(text, [{ ...rule, id }]).length > 0;
    const { removed = [], kept = [] } = EXAMPLES[id] ?? {};
    expect(
      [removed.length > 0, kept.length > 0],
      `add what ${id} removes, and what it keeps, to test/rules/pack-examples.ts`,
    ).toEqual([true, true]);
    expect([removed.filter((text) => !removes(text)), kept.filter(removes)]).toEqual([[], []]);
  },
);

test.each(ALL_PACKS.map((pack) => [pack.id, pack] as const))(
  '%s: its examples give the same at every split',
  (id, pack) => {
    const rules = compiled(activeRules({ [id]: true }, []));
    for (const rule of pack.rules) {
      const { removed = [], kept = [] } = EXAMPLES[`${id}/${rule.id}`] ?? {};
      for (const text of removed) {
        const whole = filtered([text], rules);
        expect(whole.hits.length).toBeGreaterThan(0);
        for (const deltas of everySplit(text))
          expect([deltas, filtered(deltas, rules)]).toEqual([
            deltas,
            { ...whole, texts: expect.any(Number) as number },
          ]);
      }
      for (const text of kept) {
        const alone = compiled([{ ...rule, id: `${id}/${rule.id}` }]);
        for (const deltas of everySplit(text))
          expect([deltas, filtered(deltas, alone).text]).toEqual([deltas, text]);
      }
    }
  },
);

test('all packs together are fast, and leave prose, lists, tables and code unchanged', () => {
  const prose = readFileSync(new URL('../../README.md', import.meta.url), 'utf8').replaceAll(
    '\r',
    '',
  );

  const deltas = prose.split(/(?<= )/);
  const units = unitsRead(() => expect(filtered(deltas, EVERYTHING).text).toBe(prose));

  expect(units).toBeLessThan(2 * prose.length);
});

test('ordinary lines are not held: a word or two decides', () => {
  for (const line of [
    '> A quote',
    '[A link](x)',
    '<details>',
    '- Run it',
    'Parameters of x',
    'Analysis of x',
    '__bold__',
    '🔧 Tools',
    '✅ Done',
  ]) {
    const { texts } = filtered([line], EVERYTHING);
    expect([line, texts]).toEqual([line, 1]);
  }
});
