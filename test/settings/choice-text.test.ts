import { expect, test } from 'vitest';
import { BUILT_IN, chosenKeys } from '../../src/settings/settings.ts';
import { ALL_PACKS } from '../../src/rules/all-packs.ts';
import { choiceText, valueText } from '../../src/settings/choice-text.ts';
import { packCalled } from './some-settings.ts';

test('every setting has a name that is not its key', () => {
  const keys = [...chosenKeys(BUILT_IN), ...ALL_PACKS.map(({ id }) => `packs.${id}` as const)];
  const names = keys.map((key) => choiceText(key, []).name);

  expect(new Set(names).size).toBe(keys.length);
  for (const [i, key] of keys.entries()) expect([key, key.split('.')[1]]).not.toContain(names[i]);
});

test('every value has a text', () => {
  const words = [true, false, undefined].map(valueText);

  expect(new Set(words).size).toBe(words.length);
  expect(words).toContain('on');
});

test.each([
  ['repairs.done', 'No "[DONE]" at the end', ''],
  ['repairs.of-a-later-version', 'of-a-later-version', ''],
  ['packs.my-one', 'One', '1 rule'],
  ['packs.my-two', 'my-two', 'Rule pack not found.'],
  ['packs.constructor', 'constructor', 'Rule pack not found.'],
] as const)('%s is called %s', (key, name, about) => {
  expect(choiceText(key, [packCalled('my-one', 'One')])).toEqual({ name, about });
});
