import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readPack, readPacks, readStoredPack, readStoredPacks, type PackProblem } from '../../src/rules/read-packs.ts';

const RULE = {
  id: 'call',
  kind: 'line',
  pattern: '[Calling tool: {tool}]',
  tells: 'start',
  matches: ['[Calling tool: x]'],
  keeps: ['Calling tool: x'],
};
const BLOCK = {
  ...RULE,
  id: 'block',
  kind: 'block',
  pattern: '<tool>',
  until: '</tool>',
  matches: ['<tool>\n</tool>'],
};
const PACK = { id: 'my-pack', name: 'Mine', source: '', rules: [RULE, BLOCK] };

test('a pack is read as a new object with known fields only', () => {
  const given = {
    ...PACK,
    extra: 1,
    rules: [
      { ...RULE, until: 'x', extra: 1 },
      { ...BLOCK, script: 'x' },
    ],
  };

  const read = readPack(given);

  expect(read).toEqual(PACK);
  if ('problem' in read) throw new Error(read.problem);
  expect(read.rules[0]?.matches).not.toBe(RULE.matches);
});

const PACKS: readonly (readonly [problem: PackProblem, change: object])[] = [
  ['bad-id', { id: 'My pack' }],
  ['bad-id', { id: undefined }],
  ['bad-id', { id: `my-${'x'.repeat(60)}` }],
  ['no-pack', { name: 1 }],
  ['no-pack', { source: null }],
  ['no-pack', { rules: {} }],
  ['no-name', { name: ' ' }],
  ['too-long', { name: 'x'.repeat(2001) }],
  ['too-long', { source: 'x'.repeat(2001) }],
  ['too-many-rules', { rules: Array.from({ length: 51 }, (_, i) => ({ ...RULE, id: `r-${i}` })) }],
];

test.each(PACKS)('%s: %j', (problem, change) => {
  expect(readPack({ ...PACK, ...change })).toEqual({ problem });
});

const RULES: readonly (readonly [problem: PackProblem, change: object])[] = [
  ['no-rule', { kind: 'regexp' }],
  ['no-rule', { kind: 'block' }],
  ['no-rule', { tells: 'everything' }],
  ['no-rule', { pattern: /x/ }],
  ['no-rule', { matches: '[Calling tool: x]' }],
  ['no-rule', { keeps: [1] }],
  ['no-rule', { keeps: Array.from({ length: 51 }, () => 'x') }],
  ['too-long', { pattern: 'x'.repeat(2001) }],
  ['too-long', { keeps: ['x'.repeat(2001)] }],
  ['too-long', { kind: 'block', until: 'x'.repeat(2001) }],
  ['same-rule-twice', { id: 'block' }],
  ['bad-id', { id: 'a/b' }],
  ['matches-everything', { pattern: '{all}' }],
  ['match-example-stays', { matches: ['x'] }],
  ['no-keep-example', { keeps: [] }],
];

test.each(RULES)('%s of its second rule: %j', (problem, change) => {
  expect(readPack({ ...PACK, rules: [BLOCK, { ...RULE, ...change }] })).toEqual({ problem, rule: 1 });
});

test('anything else is not a pack, and never an exception', () => {
  for (const value of [null, undefined, 1, 'x', [], {}, [PACK]])
    expect(readPack(value)).toEqual({ problem: 'no-pack' });
  expect(readPack({ ...PACK, rules: [null] })).toEqual({ problem: 'no-rule', rule: 0 });
  fc.assert(fc.property(fc.anything(), (value) => void readPack({ ...PACK, rules: [value] })));
});

test('a list keeps the valid packs, the first of each id, and names the others', () => {
  const others: string[] = [];

  const packs = readPacks(
    [
      PACK,
      1,
      { ...PACK, name: 'Other' },
      { ...PACK, id: 'my-other', rules: [{}] },
      { ...PACK, id: 'my-third' },
      { ...PACK, id: 'my-fourth' },
    ],
    2,
    (id) => void others.push(id),
  );

  expect(packs.map(({ id, name }) => [id, name])).toEqual([
    ['my-pack', 'Mine'],
    ['my-third', 'Mine'],
  ]);
  expect(others).toEqual(['1', 'my-pack', 'my-other', 'my-fourth']);
  expect(readPacks({ length: 1 }, 2)).toEqual([]);
});

const EXAMPLES: readonly PackProblem[] = [
  'match-example-stays',
  'keep-example-removed',
  'no-match-example',
  'no-keep-example',
];

test.each(RULES)('%s of a stored rule: %j', (problem, change) => {
  const pack = { ...PACK, rules: [BLOCK, { ...RULE, ...change }] };

  expect(readStoredPack(pack)).toEqual(EXAMPLES.includes(problem) ? pack : { problem, rule: 1 });
});

test('a stored list keeps what has the right shape, whatever its examples', () => {
  const old = { ...PACK, id: 'my-old', rules: [{ ...RULE, matches: ['judged otherwise by now'] }] };

  expect(readStoredPacks([PACK, old, { ...PACK, id: 'my-other', rules: [{}] }, 7])).toEqual([PACK, old]);
  expect(readStoredPacks(undefined)).toEqual([]);
});
