import { expect, test } from 'vitest';
import { BUILT_IN } from '../../../src/settings/settings.ts';
import { readSiteState, readTabAnswer } from '../../../src/pages/popup/read-answer.ts';

const state = {
  origin: 'http://localhost:3000',
  enabled: true,
  permitted: true,
  resumesAt: null,
  counts: { markers: 1, tools: 2, imitated: 3 },
  findings: [{ server: 'hermes', repairs: { done: 3 }, events: 0, unknown: 0 }],
  settings: { ...BUILT_IN, badgeStay: '10-seconds' },
};

test('a complete state is read unchanged, unknown fields dropped', () => {
  expect(readSiteState({ ...state, more: 1 })).toEqual(state);
});

test('settings that are unknown here, or missing, have their defaults', () => {
  const answer = { ...state, settings: { badgeStay: 'forever', replies: false, volume: 11 } };

  expect(readSiteState(answer)).toEqual({ ...state, settings: { ...BUILT_IN, replies: false } });
});

test.each([undefined, 'rubbish', [{ server: 'hermes', repairs: { nonsense: 1 } }]])(
  'findings of %j count as none',
  (findings) => {
    expect(readSiteState({ ...state, findings })).toEqual({ ...state, findings: [] });
  },
);

test.each([
  [null],
  [undefined],
  ['text'],
  [{ ...state, origin: 1 }],
  [{ ...state, enabled: 'yes' }],
  [{ ...state, permitted: undefined }],
  [{ ...state, counts: { markers: 1, tools: 2 } }],
  [{ ...state, counts: null }],
  [{ ...state, settings: null }],
  [{ ...state, settings: undefined }],
])('%j is no state', (value) => {
  expect(readSiteState(value)).toBeNull();
});

test.each([
  ['active', 'active', []],
  ['late', 'late', []],
  ['silent', 'silent', []],
  ['other', 'none', []],
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
  [true, 1], // from before an update
  ['many', 0],
  [-1, 0],
  [undefined, 0],
])('%j failed cleanings count as %j', (answer, stopped) => {
  expect(readTabAnswer({ state: 'active', seen: [], stopped: answer })).toMatchObject({ stopped });
});
