import { expect, test } from 'vitest';
import { readTabAnswer } from '../../../src/pages/popup/backend.ts';

test.each([
  ['active', 'none', []],
  [{ state: 'silent' }, 'silent', []],
  [undefined, 'none', []],
  [{ state: 'active' }, 'active', []],
  [{ state: 'active', seen: ['websocket', 'direct'] }, 'active', ['websocket', 'direct']],
  [{ state: 'late', seen: ['polling', 'pigeon', 7] }, 'late', ['polling']],
  [{ state: 'active', seen: 'websocket' }, 'active', []],
  [{ state: 'other', seen: ['websocket'] }, 'none', []],
  [{ seen: ['websocket'] }, 'none', []],
])('a tab that reports %j counts as %s, with replies by %j', (value, state, seen) => {
  expect(readTabAnswer(value)).toEqual({ state, seen, stopped: 0 });
});

test.each([
  [3, 3],
  [1e9, 1000],
  [true, 0],
  ['many', 0],
  [-1, 0],
  [undefined, 0],
])('%j failed cleanings count as %j', (answer, stopped) => {
  expect(readTabAnswer({ state: 'active', seen: [], stopped: answer })).toMatchObject({ stopped });
});
