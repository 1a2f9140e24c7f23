import { expect, test } from 'vitest';
import {
  createMarkerFilter,
  type MarkerFilter,
} from '../../../src/normalizer/text/marker-filter.ts';
import { createTextFilter } from '../../../src/normalizer/cleaning/text-filter.ts';
import { compiled, lineRule, passDeltas } from '../rules/filtered.ts';
import { everySplit } from '../splits.ts';

const RULES = compiled([
  lineRule('a/call', '[Calling {tool}]', 'start'),
  lineRule('a/tick', '`tool {tool}'),
]);

function createFilter(reported: string[] = []): MarkerFilter {
  return createTextFilter({
    rules: RULES,
    isInjected: ({ label }) => label === 'server',
    onMarker: ({ label }) => void reported.push(label),
    onRule: ({ tool }) => void reported.push(`rule ${tool}`),
    onText: () => void reported.push('text'),
  });
}

function run(deltas: readonly string[]): string {
  return passDeltas(createFilter(), deltas);
}

test.each([
  ['a\n[Calling x]\nB.\n`⏰ list`\n\nC', 'a\nB.\nC'],
  ['a\n\n[Calling x.]\n`⏰ list`\n\nC', 'a\n\n\nC'],
  ['A.\n`⏰ list`\n\n[Calling x]\nc', 'A.\nc'],
  ['a\n[Calling x]\n`⏰ list`\n\n\nC', 'a\n\n\nC'],
  ['`tool x.\n`⏰ list`', ''],
  ['```\n[Calling x]\n`⏰ list`\n\n```', '```\n[Calling x]\n`⏰ list`\n\n```'],
])('markers and rules go side by side: %j', (input, output) => {
  for (const deltas of everySplit(input)) expect([deltas, run(deltas)]).toEqual([deltas, output]);
});

test('a marker that a server injected is not text', () => {
  const reported: string[] = [];
  const filter = createFilter(reported);

  filter.push('[Calling x]\n');
  filter.push('Hm.');
  filter.push('\n`⏰ server`\n');

  expect(reported).toEqual(['rule x', 'text', 'server']);
});

test('without rules it is the marker filter, and no text is reported', () => {
  let texts = 0;
  const filter = createTextFilter({
    rules: null,
    isInjected: () => false,
    onMarker() {},
    onRule() {},
    onText: () => void texts++,
  });
  const plain = createMarkerFilter({ isInjected: () => false, onMarker() {} });

  for (const delta of ['A.\n', '`⏰', ' list`\n\nB']) {
    filter.push(delta);
    plain.push(delta);
    expect([filter.decided(), filter.suspects(), filter.removals()]).toEqual([
      plain.decided(),
      plain.suspects(),
      plain.removals(),
    ]);
  }
  expect(texts).toBe(0);
});

test('spared text stays whole, what began before it is still removed, and so is what comes later', () => {
  const filter = createFilter();
  const text = '[Calling a]\n[Calling b.]\n`⏰ list`\n\n[Calling c]\n';
  filter.push(text.slice(0, 31));
  // The first marker has begun to leave; the second and third lines leave while nothing is removed.
  filter.spare(6, 31);
  filter.push(text.slice(31));
  filter.end();

  expect(filter.kept(6, text.slice(6))).toBe('[Calling b.]\n`⏰ list`\n\n');
});
