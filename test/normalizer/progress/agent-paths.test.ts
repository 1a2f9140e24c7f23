import { expect, test } from 'vitest';
import { agentOf, isSegment } from '../../../src/normalizer/progress/agent-paths.ts';

test.each([
  ['http://agent.test:8642/v1/chat/completions', 'http://agent.test:8642'],
  ['https://a.test/under/v1/chat/completions?x=1', 'https://a.test/under'],
  ['http://a.test/v1/chat/completions/2', null],
  ['http://a.test/?/v1/chat/completions', null],
  ['/v1/chat/completions', null],
])('the agent behind %s is at %s', (url, agent) => {
  expect(agentOf(url)).toBe(agent);
});

test('a name that a server chose leads nowhere else', () => {
  expect(['chatcmpl-1', 'run_a.b:c', '...a'].filter(isSegment)).toHaveLength(3);
  expect(['', '.', '..', 'a/b', 'a?b', '%2e', 'a'.repeat(201)].filter(isSegment)).toEqual([]);
});
