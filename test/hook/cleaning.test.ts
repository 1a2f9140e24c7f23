import './browser-shape.ts';
import { expect, test } from 'vitest';
import type { HookSettings, PageMessage } from '../../src/bridge/protocol.ts';
import { createCleaning } from '../../src/hook/cleaning.ts';
import { compileRules, type CompiledRules } from '../../src/normalizer/rules/compile-rules.ts';
import { createRuleWatch } from '../../src/normalizer/rules/rule-watch.ts';

const SETTINGS: HookSettings = {
  type: 'settings',
  enabled: true,
  replies: true,
  history: true,
  storedChats: true,
  repairs: [],
  rules: null,
  hermes: null,
  inspect: false,
};

function rules(...ids: readonly string[]): CompiledRules | null {
  return compileRules(ids.map((id) => ({ id, kind: 'line', pattern: `>> ${id} {tool}`, tells: 'start' })));
}

test('before anything is chosen, replies are cleaned and there are no rules', () => {
  const cleaning = createCleaning(() => undefined);
  expect([cleaning.cleans(), cleaning.rules]).toEqual([true, null]);
});

test('what is chosen counts at once, both ways', () => {
  const cleaning = createCleaning(() => undefined);
  cleaning.set({ ...SETTINGS, replies: false, rules: rules('a/one') });
  expect([cleaning.cleans(), cleaning.rules?.packs]).toEqual([false, ['a']]);
  cleaning.set(SETTINGS);
  expect([cleaning.cleans(), cleaning.rules]).toEqual([true, null]);
});

test('a pack that is too slow is named, and stays off however often the settings come; others go on', () => {
  const sent: PageMessage[] = [];
  const cleaning = createCleaning((message) => sent.push(message));
  const packs = ['a', 'ab', 'b'];
  const on = (): string[] => {
    const watch = cleaning.rules && createRuleWatch(cleaning.rules);
    return packs.filter((pack) => watch && !watch.isOff(pack));
  };
  cleaning.set({ ...SETTINGS, rules: rules('a/one', 'a/two', 'ab/one', 'b/one') });
  expect(on()).toEqual(packs);
  cleaning.onSlowRules('a');
  expect(on()).toEqual(['ab', 'b']);
  cleaning.set({ ...SETTINGS, rules: rules('a/one', 'a/two', 'ab/one', 'b/one') });
  expect(on()).toEqual(['ab', 'b']);
  expect(sent).toEqual([{ type: 'slow-rules', pack: 'a' }]);
});
