import { expect, test } from 'vitest';
import type { RulePack } from '../../../src/normalizer/rules/rule.ts';
import {
  draftOf,
  EMPTY,
  packWith,
  packWithout,
  problemOf,
  ruleOf,
  type Draft,
} from '../../../src/pages/rules/draft.ts';
import { fieldOf } from '../../../src/pages/rules/problem-field.ts';
import { MAX_ALIKE } from '../../../src/rules/pack-cost.ts';

const NO_IDS: ReadonlySet<string> = new Set();
const GOOD: Draft = {
  ...EMPTY,
  packName: ' Agent ',
  pattern: ' [Calling: {tool}] ',
  matches: ['[Calling: ls]\nDone.'],
  keeps: ['Calling it a day.'],
};

test.each<[string, Partial<Draft>, ReturnType<typeof problemOf>, string | null]>([
  ['a good one', {}, null, null],
  ['no pattern', { pattern: '  ' }, 'empty', 'pattern'],
  ['no name', { packName: ' ' }, 'no-name', 'name'],
  ['no name and no examples', { packName: '', matches: [] }, 'no-name', 'name'],
  ['a placeholder first', { pattern: '{anything}: done' }, 'starts-with-placeholder', 'pattern'],
  ['what fits every line', { pattern: '{anything}' }, 'matches-everything', 'pattern'],
  ['little text', { pattern: '- {anything}' }, 'too-little-text', 'pattern'],
  ['an open brace', { pattern: 'Calling {tool' }, 'unclosed-brace', 'pattern'],
  ['two placeholders side by side', { pattern: 'Calling {tool}{label}' }, 'adjacent-placeholders', 'pattern'],
  ['a long line', { pattern: 'x'.repeat(300) }, 'too-long', 'pattern'],
  ['a block without end', { kind: 'block' }, 'block-without-end', 'until'],
  ['a block with a wrong end', { kind: 'block', until: 'end {of' }, 'unclosed-brace', 'until'],
  [
    'more texts than a pack may have',
    { keeps: Array.from({ length: 51 }, (_, i) => `Text ${i}`) },
    'too-many-examples',
    'examples',
  ],
  ['no text that matches', { matches: [] }, 'no-match-example', 'examples'],
  ['no text that stays', { keeps: [] }, 'no-keep-example', 'examples'],
  ['a text that stays by mistake', { matches: ['[Called: ls]'] }, 'match-example-stays', 'examples'],
  ['a text that matches by mistake', { keeps: ['[Calling: a friend]'] }, 'keep-example-removed', 'examples'],
])('%s', (_, some, problem, field) => {
  const draft = { ...GOOD, ...some };
  expect(problemOf(draft, [])).toBe(problem);
  expect(problem && fieldOf(problem, draft)).toBe(field);
});

test('a new rule creates a new pack, with an id of its own', () => {
  const pack = packWith(GOOD, [], new Set(['my-agent']));
  expect(pack).toEqual({
    id: 'my-agent-2',
    name: 'Agent',
    source: '',
    rules: [{ ...ruleOf(GOOD, 'rule-1'), pattern: '[Calling: {tool}]' }],
  });
});

test('a rule of a pack is added, changed and removed', () => {
  const [rule] = packWith(GOOD, [], NO_IDS).rules;
  const pack: RulePack = { id: 'my-agent', name: 'Agent', source: 'https://agent.example', rules: [rule!] };

  const added = packWith(
    { ...draftOf(pack, null), pattern: 'Ran {tool}.', matches: ['Ran ls.'], keeps: ['Ran away'] },
    [pack],
    NO_IDS,
  );
  expect(added.rules.map(({ id, pattern }) => [id, pattern])).toEqual([
    ['rule-1', '[Calling: {tool}]'],
    ['rule-2', 'Ran {tool}.'],
  ]);

  const changed = packWith({ ...draftOf(added, added.rules[0]!), pattern: '[Calls: {tool}]' }, [added], NO_IDS);
  expect(changed.rules.map(({ pattern }) => pattern)).toEqual(['[Calls: {tool}]', 'Ran {tool}.']);
  expect(changed).toMatchObject({ id: 'my-agent', source: 'https://agent.example' });

  expect(packWithout(changed, 'rule-1').rules.map(({ id }) => id)).toEqual(['rule-2']);
  // The number of a removed rule is not reused while a rule with it exists.
  expect(
    packWith(
      { ...draftOf(packWithout(changed, 'rule-1'), null), pattern: 'Again {tool}' },
      [packWithout(changed, 'rule-1')],
      NO_IDS,
    ).rules.map(({ id }) => id),
  ).toEqual(['rule-2', 'rule-3']);
});

test('a rule that would make its pack too expensive is rejected beside its line; the next pack accepts it', () => {
  const [rule] = packWith(GOOD, [], NO_IDS).rules;
  const rules = Array.from({ length: MAX_ALIKE }, (_, i) => ({ ...rule!, id: `rule-${i}` }));
  const full: RulePack = { id: 'my-agent', name: 'Agent', source: '', rules };
  const draft: Draft = { ...GOOD, packId: full.id, kind: 'block', until: '[End]', matches: ['[Calling: ls]\n[End]'] };

  expect([problemOf(draft, [full]), fieldOf('too-many-alike', draft)]).toEqual(['too-many-alike', 'pattern']);
  expect(problemOf({ ...draft, ruleId: 'rule-0' }, [full])).toBeNull();
  expect(problemOf({ ...draft, packId: null }, [full])).toBeNull();
});
