import { expect, test } from 'vitest';
import type { RulePack } from '../../src/normalizer/rules/rule.ts';
import { MAX_ALIKE } from '../../src/rules/pack-cost.ts';
import { readPackFile, writePackFile } from '../../src/rules/pack-file.ts';
import { MAX_FILE } from '../../src/extension/own-file.ts';

const RULE = {
  id: 'rule-1',
  kind: 'line',
  pattern: '[Calling tool: {tool}]',
  tells: 'start',
  matches: ['[Calling tool: ls]\n'],
  keeps: ['Calling it a day.'],
} as const;
const PACK: RulePack = { id: 'my-agent', name: 'Agent', source: '', rules: [RULE] };
const COSTLY: RulePack = {
  id: 'my-costly',
  name: 'Costly',
  source: '',
  rules: Array.from({ length: MAX_ALIKE + 1 }, (_, i) => ({
    ...RULE,
    id: `rule-${i}`,
    pattern: `[Calling ${i}: {tool}]`,
    matches: [`[Calling ${i}: ls]`],
  })),
};

function file(some: object = {}): string {
  return JSON.stringify({ format: 'stream-fixer-rules', version: 1, packs: [PACK], ...some });
}

test('a written file is read back', () => {
  expect(readPackFile(writePackFile([PACK]), new Set())).toEqual({ packs: [PACK], leftOut: 0, tooSlow: [] });
});

test.each([
  ['nothing', '', 'no-json'],
  ['broken JSON', '{', 'no-json'],
  ['null', 'null', 'other-file'],
  ['a list', '[]', 'other-file'],
  ['an empty object', '{}', 'other-file'],
  ['settings', file({ format: 'stream-fixer-settings' }), 'other-file'],
  ['a version that is no number', file({ version: '1' }), 'other-file'],
  ['a newer version', file({ version: 2 }), 'newer-version'],
  ['no packs', file({ packs: [] }), 'no-packs'],
  ['packs that are no list', file({ packs: { 0: PACK } }), 'no-packs'],
  ['packs that are none', file({ packs: [null, 7, 'x', [], {}] }), 'no-packs'],
  [
    'a pack that fits every line',
    file({ packs: [{ ...PACK, rules: [{ ...RULE, pattern: '{anything}' }] }] }),
    'no-packs',
  ],
  [
    'a pack with a program',
    file({ packs: [{ ...PACK, rules: [{ ...RULE, kind: 'script', code: 'alert(1)' }] }] }),
    'no-packs',
  ],
  [
    'a pack with a thousand rules',
    file({ packs: [{ ...PACK, rules: Array.from({ length: 1000 }, () => RULE) }] }),
    'no-packs',
  ],
  ['a hundred thousand brackets', `${'['.repeat(100_000)}`, 'no-json'],
  ['more than a file may have', ' '.repeat(MAX_FILE + 1), 'too-large'],
])('%s is refused', (_, text, problem) => {
  expect(readPackFile(text, new Set())).toEqual({ problem });
});

test('keys named like inherited members have no effect', () => {
  const hostile = `{"format":"stream-fixer-rules","version":1,"packs":[{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},${JSON.stringify(PACK).slice(1)}]}`;
  expect(readPackFile(hostile, new Set())).toEqual({ packs: [PACK], leftOut: 0, tooSlow: [] });
  expect({}).not.toHaveProperty('polluted');
});

test('an invalid pack is left out, and the others are accepted', () => {
  expect(readPackFile(file({ packs: [PACK, { id: 'my-other' }, 7] }), new Set())).toEqual({
    packs: [PACK],
    leftOut: 2,
    tooSlow: [],
  });
});

test('a pack that costs too much is left out by its name, and reported if there is no other', () => {
  expect(readPackFile(file({ packs: [PACK, COSTLY] }), new Set())).toEqual({
    packs: [PACK],
    leftOut: 0,
    tooSlow: ['Costly'],
  });
  expect(readPackFile(file({ packs: [COSTLY, 7] }), new Set())).toEqual({ problem: 'only-slow-packs' });
});

test.each([
  ['that of a built-in pack', 'langgraph'],
  ['one that is accepted', 'my-agent'],
])('a pack with %s for its id gets another', (_, id) => {
  const read = readPackFile(
    file({
      packs: [
        { ...PACK, id },
        { ...PACK, id },
      ],
    }),
    new Set(['my-agent']),
  );
  expect('packs' in read && read.packs.map((pack) => pack.id)).toEqual(['my-agent-2', 'my-agent-3']);
});
