import './browser-shape.ts';
import { expect, test } from 'vitest';
import type { HookSettings, PageMessage } from '../../src/bridge/protocol.ts';
import { createCleaning } from '../../src/hook/cleaning.ts';
import type { ActiveRule } from '../../src/normalizer/rules/rule.ts';

const SETTINGS: HookSettings = {
  type: 'settings', enabled: true, replies: true, history: true, storedChats: true, repairs: [], rules: [], inspect: false,
};

function rule(id: string): ActiveRule {
  return { id, kind: 'line', pattern: `>> ${id} {tool}`, tells: 'start' };
}

test('before anything is chosen, replies are cleaned and there are no rules', () => {
  const cleaning = createCleaning(() => undefined);
  expect([cleaning.cleans(), cleaning.rules]).toEqual([true, null]);
});

test('what is chosen counts at once, both ways', () => {
  const cleaning = createCleaning(() => undefined);
  cleaning.set({ ...SETTINGS, replies: false, rules: [rule('a/one')] });
  expect([cleaning.cleans(), cleaning.rules?.packs]).toEqual([false, ['a']]);
  cleaning.set(SETTINGS);
  expect([cleaning.cleans(), cleaning.rules]).toEqual([true, null]);
});

test('a pack that is too slow is named, and stays off however often the settings come; others go on', () => {
  const sent: PageMessage[] = [];
  const cleaning = createCleaning((message) => sent.push(message));
  const rules = [rule('a/one'), rule('a/two'), rule('ab/one'), rule('b/one')];
  cleaning.set({ ...SETTINGS, rules });
  cleaning.onSlowRules('a');
  expect(cleaning.rules?.packs).toEqual(['ab', 'b']);
  cleaning.set({ ...SETTINGS, rules });
  expect(cleaning.rules?.packs).toEqual(['ab', 'b']);
  expect(sent).toEqual([{ type: 'slow-rules', pack: 'a' }]);
});

test('where the engine cannot be made there are no rules, and nothing is thrown', () => {
  const cleaning = createCleaning(() => undefined);
  cleaning.set({ ...SETTINGS, rules: [null as unknown as ActiveRule, { id: 7 } as unknown as ActiveRule, rule('a/one')] });
  expect(cleaning.cleans()).toBe(true);
});
