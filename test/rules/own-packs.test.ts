import { expect, test } from 'vitest';
import { isOwnPackId, ownPackId, takenIds } from '../../src/rules/own-packs.ts';

test.each([
  ['My Agent 2', 'my-agent-2'],
  ['Élan vital', 'my-e-lan-vital'],
  ['智能体', 'my-pack'],
  ['', 'my-pack'],
  ['a'.repeat(200), `my-${'a'.repeat(40)}`],
  ['<script>', 'my-script'],
])('a pack named %j gets the id %s, and another one when that is taken', (name, id) => {
  expect(ownPackId(name, new Set())).toBe(id);
  expect(isOwnPackId(id)).toBe(true);
  expect(ownPackId(name, new Set([id]))).toBe(`${id}-2`);
  expect(ownPackId(name, new Set([id, `${id}-2`]))).toBe(`${id}-3`);
});

test.each([undefined, 'langgraph', 'my_agent', 'MY-agent', 'my-'])('%j is no id of a pack of one’s own', (id) => {
  expect(isOwnPackId(id)).toBe(false);
});

test('a new pack never gets the id of one that was deleted and is still chosen somewhere: it would be on at once', () => {
  const taken = takenIds(
    ['my-agent'],
    [{ packs: { 'my-agent-2': true } }, {}, { badges: false, packs: { 'my-agent-3': false } }],
  );

  expect(ownPackId('Agent', taken)).toBe('my-agent-4');
});
