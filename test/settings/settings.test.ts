import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  BUILT_IN,
  choiceAs,
  choiceOf,
  choose,
  chosenKeys,
  readChoices,
  settle,
  unchoose,
  type ChoiceKey,
  type Choices,
} from '../../src/settings/settings.ts';
import { someChoices } from './some-choices.ts';

test('without any choice the defaults apply', () => {
  expect(settle()).toEqual(BUILT_IN);
});

test('the later layer wins, one setting at a time', () => {
  const settled = settle(
    { badges: false, replies: false, repairs: { done: false, 'null-choices': true } },
    { badges: true, repairs: { done: true } },
  );

  expect(settled).toEqual({
    ...BUILT_IN,
    replies: false,
    repairs: { done: true, 'null-choices': true },
  });
});

test.each<[unknown, Choices, readonly string[]]>([
  [undefined, {}, []],
  ['badges', {}, []],
  [[], {}, []],
  [{}, {}, []],
  [{ badges: false, badgeStay: 'always', badgePlace: 'corner' }, { badges: false }, []],
  [{ badges: 'yes', history: 1 }, {}, ['badges', 'history']],
  [{ volume: 11 }, {}, ['volume']],
  [
    { repairs: { done: false, 'non sense': true, 'null-choices': 1 } },
    { repairs: { done: false } },
    ['repairs.non sense', 'repairs.null-choices'],
  ],
  [{ repairs: [true], packs: 'all' }, {}, ['repairs', 'packs']],
  [
    { packs: { 'my-agent': true, 'Not an id': true } },
    { packs: { 'my-agent': true } },
    ['packs.Not an id'],
  ],
  [
    JSON.parse('{"__proto__": {"badges": false}, "constructor": 1, "toString": true}'),
    {},
    ['__proto__', 'constructor', 'toString'],
  ],
  [
    JSON.parse(
      '{"repairs": {"__proto__": true}, "packs": {"__proto__": true, "constructor": true}}',
    ),
    { packs: { constructor: true } as never },
    ['repairs.__proto__', 'packs.__proto__'],
  ],
])('%j is read as %j, with the unknown keys %j', (value, read, reported) => {
  const unknown: string[] = [];

  expect(readChoices(value, (key) => unknown.push(key))).toEqual(read);
  expect(unknown).toEqual(reported);
});

test('hundreds of packs are the limit; the others are reported', () => {
  const ids = Array.from({ length: 250 }, (_, i) => `my-${i}`);
  let reported = 0;

  const { packs } = readChoices(
    { packs: Object.fromEntries(ids.map((id) => [id, true])) },
    () => (reported += 1),
  );

  expect(Object.keys(packs ?? {})).toHaveLength(200);
  expect(reported).toBe(50);
});

test('choices are read back unchanged', () => {
  fc.assert(
    fc.property(
      someChoices,
      (choices) => void expect(readChoices(structuredClone(choices))).toEqual(choices),
    ),
  );
});

test('each key removes its choice, and all of them leave nothing', () => {
  fc.assert(
    fc.property(someChoices, (choices) => {
      const before = structuredClone(choices);
      const keys = chosenKeys(choices);

      for (const key of keys) {
        const rest = unchoose(choices, [key]);
        expect(choiceOf(rest, key)).toBeUndefined();
        expect(chosenKeys(rest)).toEqual(keys.filter((other) => other !== key));
      }
      expect(unchoose(choices, keys)).toEqual({});
      expect(choices).toEqual(before);
    }),
  );
});

test('choices built from their keys one by one are the same', () => {
  fc.assert(
    fc.property(someChoices, (choices) => {
      const built = chosenKeys(choices).reduce(
        (made, key) => choose(made, choiceAs(key, choiceOf(choices, key) ?? false)),
        {},
      );

      expect(built).toEqual(choices);
    }),
  );
});

test('a value that does not fit its key is not a choice', () => {
  expect(choiceAs('badges', 'always' as never)).toEqual({});
  expect(choiceAs('repairs.non sense', true)).toEqual({});
});

test('an unmade choice has no value, whatever objects inherit', () => {
  for (const key of ['packs.constructor', 'repairs.toString', 'badges'] as ChoiceKey[])
    expect(choiceOf({ packs: {}, repairs: {} }, key)).toBeUndefined();
});
