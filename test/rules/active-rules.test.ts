import { expect, test } from 'vitest';
import type { RulePack } from '../../src/normalizer/rules/rule.ts';
import { activeRules } from '../../src/rules/active-rules.ts';
import { ALL_PACKS } from '../../src/rules/all-packs.ts';
import { MAX_ALIKE } from '../../src/rules/pack-cost.ts';

const RULE = { id: 'rule-1', pattern: '[Calling: {tool}]', tells: 'start' } as const;
const OWN: RulePack = {
  id: 'my-agent',
  name: 'Agent',
  source: '',
  rules: [
    { ...RULE, kind: 'line' },
    { ...RULE, id: 'rule-2', kind: 'block', until: '[End]' },
  ],
};

test('nothing is active by default', () => {
  expect(activeRules({}, [OWN])).toEqual([]);
  expect(activeRules({ 'my-agent': false }, [OWN])).toEqual([]);
});

test('of a pack that is on, the page gets no more than its engine needs', () => {
  expect(activeRules({ 'my-agent': true, 'not-there': true }, [OWN])).toEqual([
    { id: 'my-agent/rule-1', kind: 'line', pattern: '[Calling: {tool}]', tells: 'start' },
    {
      id: 'my-agent/rule-2',
      kind: 'block',
      pattern: '[Calling: {tool}]',
      until: '[End]',
      tells: 'start',
    },
  ]);
});

test('a pack that costs too much stays off, even one that was stored before', () => {
  const rules = Array.from({ length: MAX_ALIKE + 1 }, (_, i) => ({
    ...RULE,
    id: `r-${i}`,
    kind: 'line' as const,
  }));
  expect(activeRules({ 'my-agent': true }, [{ ...OWN, rules: rules.slice(1) }])).toHaveLength(
    MAX_ALIKE,
  );
  expect(activeRules({ 'my-agent': true }, [{ ...OWN, rules }])).toEqual([]);
});

test('every built-in pack can be switched on, and none is replaced by one with its id', () => {
  for (const { id, rules } of ALL_PACKS) {
    const active = activeRules({ [id]: true }, [{ ...OWN, id }]);
    expect(active.map((rule) => rule.id)).toEqual(rules.map((rule) => `${id}/${rule.id}`));
  }
});
