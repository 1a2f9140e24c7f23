import { expect, test } from 'vitest';
import { compileRules, withoutPacks } from '../../../src/normalizer/rules/compile-rules.ts';
import { createRuleWatch } from '../../../src/normalizer/rules/rule-watch.ts';

function stage() {
  const rules = compileRules(['a/x', 'b/x'].map((id) => ({ id, kind: 'line', pattern: '[memory]', tells: 'nothing' })));
  if (!rules) throw new Error('no rules');
  const slow: string[] = [];
  return { watch: createRuleWatch(rules, (pack) => void slow.push(pack)), slow };
}

test('a pack that compares too much for what was read is off, and told of once; others stay on', () => {
  const { watch, slow } = stage();
  watch.stepsOf('a').count = 16 * 1024 + 64 * 10 + 1;
  watch.stepsOf('b').count = 16 * 1024 + 64 * 10;

  watch.read(10);
  watch.check();
  watch.check();

  expect(slow).toEqual(['a']);
  expect([watch.isOff('a'), watch.isOff('b')]).toEqual([true, false]);
});

test('a pack that is left out from the start is off, and told of no more', () => {
  const rules = compileRules([{ id: 'a/x', kind: 'line', pattern: '[memory]', tells: 'nothing' }]);
  if (!rules) throw new Error('no rules');
  const slow: string[] = [];
  const watch = createRuleWatch(withoutPacks(rules, ['a']), (pack) => void slow.push(pack));

  watch.stepsOf('a').count = 1e9;
  watch.check();

  expect([watch.isOff('a'), slow]).toEqual([true, []]);
});

test('what was read since lets a pack compare more, but one that is off stays off', () => {
  const { watch, slow } = stage();
  watch.stepsOf('a').count = 20_000;
  watch.read(1000);
  watch.check();
  expect(slow).toEqual([]);

  watch.stepsOf('a').count = 1_000_000;
  watch.check();
  watch.read(1_000_000);
  watch.check();

  expect(slow).toEqual(['a']);
  expect(watch.isOff('a')).toBe(true);
});
