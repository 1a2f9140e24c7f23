import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_PACKS, readPack, readPacks } from '../../src/rules/read-packs.ts';

const RULE = {
  id: 'call',
  kind: 'line',
  pattern: '[Calling tool: {tool}]',
  tells: 'start',
};
const BLOCK = { ...RULE, id: 'block', kind: 'block', pattern: '<tool>', until: '</tool>' };
const PACK = { id: 'my-pack', name: 'Mine', source: '', rules: [RULE, BLOCK] };

test('a pack is read as a new object with known fields only', () => {
  const given = JSON.parse(
    JSON.stringify({
      ...PACK,
      extra: 1,
      rules: [
        { ...RULE, until: 'x', extra: 1 },
        { ...BLOCK, script: 'x' },
      ],
    }).replace(
      '{',
      '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},',
    ),
  ) as unknown;

  expect(readPack(given)).toEqual(PACK);
  expect({}).not.toHaveProperty('polluted');
});

test.each([
  { id: 'My pack' },
  { id: undefined },
  { id: `my-${'x'.repeat(60)}` },
  { name: 1 },
  { name: ' ' },
  { name: 'x'.repeat(2001) },
  { source: null },
  { source: 'x'.repeat(2001) },
  { rules: {} },
  { rules: [null] },
  { rules: Array.from({ length: 51 }, (_, i) => ({ ...RULE, id: `r-${i}` })) },
])('a pack with %j is rejected', (change) => {
  expect(readPack({ ...PACK, ...change })).toBeNull();
});

test.each([
  { kind: 'regexp' },
  { kind: 'script', code: 'alert(1)' },
  { kind: 'block' },
  { kind: 'block', until: 'x'.repeat(2001) },
  { tells: 'everything' },
  { pattern: /x/ },
  { pattern: '{all}' },
  { pattern: 'x'.repeat(2001) },
  { id: 'a/b' },
  { id: 'block' },
])('so is a pack whose second rule has %j', (change) => {
  expect(readPack({ ...PACK, rules: [BLOCK, { ...RULE, ...change }] })).toBeNull();
});

test('anything else is not a pack, and never an exception', () => {
  for (const value of [null, undefined, 1, 'x', [], {}, [PACK]]) expect(readPack(value)).toBeNull();
  fc.assert(fc.property(fc.anything(), (value) => void readPack({ ...PACK, rules: [value] })));
});

test('the examples that rules of earlier versions have are dropped', () => {
  const old = { ...PACK, rules: [{ ...RULE, matches: ['[Calling tool: x]'], keeps: [1] }, BLOCK] };

  expect(readPack(old)).toEqual(PACK);
});

test('a list keeps the valid packs, the first of each id, and names the others', () => {
  const others: string[] = [];
  const list = [
    PACK,
    1,
    { ...PACK, name: 'Other' },
    { ...PACK, id: 'my-other', rules: [{}] },
    { ...PACK, id: 'my-third' },
    { ...PACK, id: 'my-fourth' },
  ];

  const packs = readPacks(list, 2, (id) => void others.push(id));

  expect(packs.map(({ id, name }) => [id, name])).toEqual([
    ['my-pack', 'Mine'],
    ['my-third', 'Mine'],
  ]);
  expect(others).toEqual(['1', 'my-pack', 'my-other', 'my-fourth']);
  expect([readPacks({ length: 1 }), readPacks(undefined)]).toEqual([[], []]);
  expect(
    readPacks(Array.from({ length: 60 }, (_, i) => ({ ...PACK, id: `my-${i}` }))),
  ).toHaveLength(MAX_PACKS);
});
