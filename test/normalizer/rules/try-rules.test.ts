import { expect, test } from 'vitest';
import type { ActiveRule } from '../../../src/normalizer/rules/rule.ts';
import { tryRules } from '../../../src/normalizer/rules/try-rules.ts';

const CALL: ActiveRule = {
  id: 'my-pack/call',
  kind: 'line',
  pattern: '[Calling tool: {tool}]',
  tells: 'start',
};
const PLAN: ActiveRule = {
  id: 'my-pack/plan',
  kind: 'block',
  pattern: '<plan>',
  until: '</plan>',
  tells: 'nothing',
};

test('it says what is removed, including blank lines after it', () => {
  const text = '[Calling tool: a]\n\n \nText.\n<plan>\n1\n</plan>\nMore.\n[Calling tool: b]';

  const cuts = tryRules(text, [CALL, PLAN]);

  expect(cuts.map(([from, to]) => text.slice(from, to))).toEqual([
    '[Calling tool: a]\n\n \n',
    '<plan>\n1\n</plan>\n',
    '[Calling tool: b]',
  ]);
});

test('invalid rules do nothing', () => {
  expect(tryRules('[Calling tool: a]', [{ ...CALL, pattern: '{all}' }])).toEqual([]);
  expect(tryRules('[Calling tool: a]', [])).toEqual([]);
});
