import { expect, test } from 'vitest';
import { reasonOf } from '../../../src/pages/inspector/reasons.ts';
import { MARKERS, TOOL_EVENTS } from '../../../src/normalizer/reply/frame-trace.ts';
import { ALL_REPAIRS } from '../../../src/normalizer/repairs/all-repairs.ts';

test.each([...ALL_REPAIRS, MARKERS, TOOL_EVENTS])(
  '%s has a name, words and an address to read more',
  (id) => {
    const reason = reasonOf(id);

    expect(reason?.name).not.toBe(id);
    expect(reason?.words).toBeTruthy();
    expect(reason?.source).toMatch(/^https:\/\//);
  },
);

test('a rule is named by its pack and its own id, and is on this page', () => {
  expect(reasonOf('aider/run-line')).toEqual({
    id: 'aider/run-line',
    name: 'Rule aider/run-line',
    words: null,
    source: null,
  });
});

test.each(['', 'made up', '<b>/x', 'a/b/c', 'constructor', '__proto__', `${'a'.repeat(61)}/b`])(
  '%j is no reason of ours',
  (id) => {
    expect(reasonOf(id)).toBe(null);
  },
);

test('the frame shows in one sentence which variant it is', () => {
  const words = (delta: object): string | null | undefined =>
    reasonOf('tool-call-split', `data: ${JSON.stringify({ choices: [{ index: 0, delta }] })}\n\n`)
      ?.words;
  const entry = { index: 0, id: 'a', function: { name: 'f', arguments: '{' } };

  expect([
    words({ tool_calls: [entry] }),
    words({ tool_calls: [entry, { ...entry, index: 1 }] }),
    words({ content: 'a', tool_calls: [entry] }),
  ]).toEqual([
    'One delta has the name of a tool call and its first arguments.',
    'One delta has several tool calls.',
    'One delta has text and a tool call.',
  ]);
  expect(words({})).toMatch(/ several things at once/);
});
