import { expect, test } from 'vitest';
import { activeRules } from '../../src/rules/active-rules.ts';
import type { Rule } from '../../src/normalizer/rules/rule.ts';
import { affordable, costsTooMuch, MAX_ALIKE } from '../../src/rules/pack-cost.ts';

function packOf(
  patternOf: (i: number) => string,
  size: number,
): { readonly rules: readonly Rule[] } {
  const rules = Array.from({ length: size }, (_, i): Rule => {
    return { id: `r-${i}`, kind: 'line', pattern: patternOf(i), tells: 'nothing' };
  });
  return { rules };
}

test.each([
  ['the same beginning', (i: number) => `[Calling ${i}]`],
  ['the same character, with blanks before it', (i: number) => `${' '.repeat(i)}[${i} calls]`],
  ['the same emoji', (i: number) => `🔧 tool ${i}`],
])('more rules with %s than a pack may have cost too much', (_, patternOf) => {
  expect(costsTooMuch(packOf(patternOf, MAX_ALIKE))).toBe(false);
  expect(costsTooMuch(packOf(patternOf, MAX_ALIKE + 1))).toBe(true);
});

test('rules that begin differently never do, including emoji with a common surrogate', () => {
  expect(costsTooMuch(packOf((i) => `${String.fromCharCode(97 + i)} tool`, 26))).toBe(false);
  expect(costsTooMuch(packOf((i) => `${String.fromCodePoint(0x1f600 + i)} tool`, 50))).toBe(false);
  expect(costsTooMuch({ rules: [] })).toBe(false);
});

test('the limit is over all packs: what is too much together is left out', () => {
  const packs = Array.from({ length: 50 }, (_, i) => ({
    ...packOf((rule) => `[Calling ${i} ${rule}]`, MAX_ALIKE / 2),
    id: `my-${i}`,
    name: 'x',
    source: '',
  }));
  const other = { ...packs[0]!, ...packOf(() => '> x', 1), id: 'my-other' };
  const on = Object.fromEntries([...packs, other].map(({ id }) => [id, true]));

  expect(affordable([...packs, other])).toEqual([packs[0], packs[1], other]);
  expect(activeRules(on, [...packs, other])).toHaveLength(MAX_ALIKE + 1);
  // What is off costs nothing.
  expect(activeRules({ 'my-40': true, 'my-41': true }, packs)).toHaveLength(MAX_ALIKE);
});
