import './browser-shape.ts';
import { expect, test } from 'vitest';
import { SETTINGS } from './fake-traffic.ts';
import { createCleaning } from '../../src/hook/cleaning.ts';
import { compileRules, type CompiledRules } from '../../src/normalizer/rules/compile-rules.ts';

function rules(...ids: readonly string[]): CompiledRules | null {
  return compileRules(ids.map((id) => ({ id, kind: 'line', pattern: `>> ${id} {tool}`, tells: 'start' })));
}

test('before anything is chosen, replies are cleaned and there are no rules', () => {
  const cleaning = createCleaning();
  expect([cleaning.cleans(), cleaning.rules]).toEqual([true, null]);
});

test('choices apply at once, both ways', () => {
  const cleaning = createCleaning();
  const some = rules('a/one');
  cleaning.set({ ...SETTINGS, replies: false, rules: some });
  expect([cleaning.cleans(), cleaning.rules]).toEqual([false, some]);
  cleaning.set(SETTINGS);
  expect([cleaning.cleans(), cleaning.rules]).toEqual([true, null]);
});
