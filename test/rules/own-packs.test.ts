import { expect, test } from 'vitest';
import { isOwnPackId, newPackId } from '../../src/rules/own-packs.ts';

test('every new pack gets an id of its own: choices outlive their pack, so one with its id would be on at once', () => {
  const ids = Array.from({ length: 50 }, () => newPackId());

  expect(new Set(ids).size).toBe(50);
  expect(ids.every(isOwnPackId)).toBe(true);
});

test.each([undefined, 'langgraph', 'my_agent', 'MY-agent', 'my-'])(
  '%j is no id of a pack of one’s own',
  (id) => {
    expect(isOwnPackId(id)).toBe(false);
  },
);
