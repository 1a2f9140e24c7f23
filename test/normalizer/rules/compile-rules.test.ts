import { expect, test } from 'vitest';
import {
  compileRule,
  compileRules,
  type CompiledRules,
} from '../../../src/normalizer/rules/compile-rules.ts';
import type { ActiveRule } from '../../../src/normalizer/rules/rule.ts';

function line(id: string, pattern: string): ActiveRule {
  return { id, kind: 'line', pattern, tells: 'nothing' };
}

test('no rules, or no valid ones, are nothing at all', () => {
  expect(compileRules([])).toBeNull();
  expect(compileRules([line('a/b', '{all}'), line('no-pack', '[memory]')])).toBeNull();
});

test('invalid rules are left out; the others keep their order', () => {
  const rules = compileRules([
    line('a/one', '[Calling {tool}]'),
    line('b/two', '> Using {tool}'),
    line('a/three', '[memory]'),
    line('c/bad', '{x}'),
  ]);

  expect(rules?.rules.map(({ id }) => id)).toEqual(['a/one', 'b/two', 'a/three']);
  expect(rules?.forBlocks).toBeNull();
});

test('rules for blocks of Open WebUI are also separate', () => {
  const rules = compileRules([
    line('a/one', '[memory]'),
    { ...line('b/two', '<details type="x"{y}>'), kind: 'block', until: '</details>' },
  ]);

  const idsOf = (some: CompiledRules | null | undefined) => some?.rules.map(({ id }) => id);
  expect(idsOf(rules)).toEqual(['a/one', 'b/two']);
  expect(idsOf(rules?.forBlocks)).toEqual(['b/two']);
});

test('they are plain data, which passes to the page by structured clone', () => {
  const rules = compileRules([
    line('a/one', '[memory]'),
    { ...line('b/two', '<details type="x"{y}>'), kind: 'block', until: '</details>' },
  ]);
  if (!rules) throw new Error('no rules');

  expect(structuredClone(rules)).toEqual(rules);
});

test.each([
  ['an id without a pack', 'a', '[memory]'],
  ['an id of three', 'a/b/c', '[memory]'],
  ['an id with a capital', 'a/B', '[memory]'],
  ['no pattern', 'a/b', ' '],
  ['a placeholder first', 'a/b', '{tool} is called'],
  ['too little text before a placeholder', 'a/b', '> {tool} is called'],
  ['too little text', 'a/b', 'Run {x}'],
  ['too little text in Chinese', 'a/b', '工具 {x}'],
])('a line with %s is no rule: %j %j', (_, id, pattern) => {
  expect(compileRule(line(id, pattern))).toBeNull();
});

test.each(['', '  ', '{all}', '{a}{b}!', 'a\nb'])('a block up to %j is no rule', (until) => {
  expect(
    compileRule({ id: 'a/b', kind: 'block', pattern: '[memory]', until, tells: 'nothing' }),
  ).toBeNull();
});
