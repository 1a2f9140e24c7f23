import { expect, test } from 'vitest';
import { reasonOf } from '../../../src/inspector/page/reasons.ts';
import { MARKERS, TOOL_EVENTS } from '../../../src/normalizer/inspection.ts';
import { ALL_REPAIRS } from '../../../src/normalizer/repairs/all-repairs.ts';

test.each([...ALL_REPAIRS, MARKERS, TOOL_EVENTS])('%s has a name, words and an address to read on', (id) => {
  const reason = reasonOf(id);

  expect(reason?.name).not.toBe(id);
  expect(reason?.words).toBeTruthy();
  expect(reason?.source).toMatch(/^https:\/\//);
});

test('a rule is called by its pack and its own id, and stands in this page', () => {
  expect(reasonOf('aider/run-line')).toEqual({ id: 'aider/run-line', name: 'Rule aider/run-line', words: null, source: null });
});

test.each(['', 'made up', '<b>/x', 'a/b/c', 'constructor', '__proto__', `${'a'.repeat(61)}/b`])('%j is no reason of ours', (id) => {
  expect(reasonOf(id)).toBe(null);
});
