import { expect, test } from 'vitest';
import { readTabAnswer } from '../../../src/pages/popup/backend.ts';

test.each([
  ['active', 'none', false],
  [{ state: 'silent' }, 'silent', false],
  [undefined, 'none', false],
  [{ state: 'active' }, 'active', false],
  [{ state: 'late', direct: true }, 'late', true],
  [{ state: 'active', direct: 'yes' }, 'active', false],
  [{ state: 'other', direct: true }, 'none', false],
  [{ direct: true }, 'none', false],
])('a tab that reports %j counts as %s, with direct replies: %j', (value, state, direct) => {
  expect(readTabAnswer(value)).toMatchObject({ state, direct, stopped: 0 });
});

test.each([
  ['read', 'read'],
  ['unread', 'unread'],
  ['<b>', 'none'],
  [undefined, 'none'],
])('replies that are said to be %j count as %s', (answer, replies) => {
  expect(readTabAnswer({ state: 'active', replies: answer })).toMatchObject({ replies });
});

test.each([
  ['dialog', 'dialog'],
  ['nobody', null],
  [{}, null],
])('a question that %j can answer counts as one for %s', (answer, waitsFor) => {
  expect(readTabAnswer({ state: 'active', waitsFor: answer })).toMatchObject({ waitsFor });
});

test.each([
  [3, 3],
  [1e9, 1000],
  [true, 0],
  ['many', 0],
  [-1, 0],
  [undefined, 0],
])('%j failed cleanings count as %j', (answer, stopped) => {
  expect(readTabAnswer({ state: 'active', stopped: answer })).toMatchObject({ stopped });
});
