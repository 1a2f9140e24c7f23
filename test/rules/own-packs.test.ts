import { expect, test } from 'vitest';
import { isOwnPackId, newPackId, takenIds } from '../../src/rules/own-packs.ts';
import type { Choices } from '../../src/settings/settings.ts';

test('ids of new packs are counted on', () => {
  expect(newPackId(new Set())).toBe('my-rule-1');
  expect(newPackId(new Set(['my-rule-1', 'my-rule-3']))).toBe('my-rule-2');
  expect(isOwnPackId(newPackId(new Set()))).toBe(true);
});

test.each([undefined, 'langgraph', 'my_agent', 'MY-agent', 'my-'])('%j is no id of a pack of one’s own', (id) => {
  expect(isOwnPackId(id)).toBe(false);
});

test('a new pack never gets the id of one that was deleted and is still chosen somewhere: it would be on at once', () => {
  const chosen: Choices[] = [{ packs: { 'my-rule-2': true } }, {}, { badges: false, packs: { 'my-rule-3': false } }];

  expect(newPackId(takenIds(['my-rule-1'], chosen))).toBe('my-rule-4');
});
