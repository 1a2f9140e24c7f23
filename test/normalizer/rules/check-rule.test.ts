import { expect, test } from 'vitest';
import { checkRule, type RuleProblem } from '../../../src/normalizer/rules/check-rule.ts';
import type { BlockRule, LineRule } from '../../../src/normalizer/rules/rule.ts';

const LINE: LineRule = {
  id: 'call',
  kind: 'line',
  pattern: '[Calling tool: {tool}]',
  tells: 'start',
  matches: ['Wait.\n[Calling tool: search]\n'],
  keeps: ['I write [Calling tool: search] then.'],
};
const BLOCK: BlockRule = {
  ...LINE,
  kind: 'block',
  pattern: '<tool {tool}>',
  until: '</tool>',
  matches: ['<tool x>\n1\n</tool>'],
  keeps: ['<tool x>\n1'],
};

test('valid rules have no problem', () => {
  expect(checkRule(LINE)).toBeNull();
  expect(checkRule(BLOCK)).toBeNull();
});

const PROBLEMS: readonly (readonly [problem: RuleProblem, rule: Partial<LineRule>])[] = [
  ['bad-id', { id: 'Call' }],
  ['bad-id', { id: 'a/b' }],
  ['empty', { pattern: ' ' }],
  ['too-long', { pattern: `[${'x'.repeat(200)}` }],
  ['not-one-line', { pattern: '[Calling\ntool]' }],
  ['unclosed-brace', { pattern: '[Calling tool: {tool]' }],
  ['adjacent-placeholders', { pattern: '[Calling {a}{b}]' }],
  ['matches-everything', { pattern: '{all}' }],
  ['starts-with-placeholder', { pattern: '{emoji} Calling {tool}' }],
  ['too-little-text', { pattern: '> {quote}' }],
  ['no-match-example', { matches: [] }],
  ['no-keep-example', { keeps: [] }],
  ['match-example-stays', { matches: ['[Calling tool: a]', 'nothing'] }],
  ['keep-example-removed', { keeps: ['nothing', '[Calling tool: a]'] }],
];

test.each(PROBLEMS)('%s: %j', (problem, change) => {
  expect(checkRule({ ...LINE, ...change })).toBe(problem);
});

test('a block needs an end, and reaches it in its example', () => {
  expect(checkRule({ ...BLOCK, until: '' })).toBe('block-without-end');
  expect(checkRule({ ...BLOCK, matches: ['<tool x>\n1'] })).toBe('match-example-stays');
});
