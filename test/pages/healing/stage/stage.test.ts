import { expect, test } from 'vitest';
import {
  nextStage,
  notStarted,
  restOf,
  START,
  type Stage,
  type StageEvent,
} from '../../../../src/pages/healing/stage/stage.ts';
import type { FoundChat, HealOutcome, ScanResult } from '../../../../src/healing/types.ts';

function found(id: string, markers = 1): FoundChat {
  return { chat: { id, title: `Chat ${id}`, archived: false }, markers, marked: 1, replies: 2, since: null };
}

const result: ScanResult = {
  scanned: 3,
  listed: 3,
  complete: true,
  found: 2,
  unreadable: 0,
  end: 'done',
  why: null,
  unread: [],
};
const healed: HealOutcome = {
  chatId: 'a',
  title: 'Chat a',
  kind: 'healed',
  backupId: 1,
  messages: 1,
  markers: 1,
  kept: 0,
};
const streaming: HealOutcome = { chatId: 'b', title: 'Chat b', kind: 'streaming' };
const waiting: HealOutcome = { chatId: 'c', title: 'Chat c', kind: 'not-started', why: null };

function after(...events: readonly StageEvent[]): Stage {
  return events.reduce(nextStage, START);
}

const scanned: readonly StageEvent[] = [
  { type: 'scan' },
  { type: 'found', found: found('a') },
  { type: 'found', found: found('b') },
  { type: 'scanned', result },
];

test('everything that a scan finds is selected at first', () => {
  expect(after(...scanned)).toEqual({
    kind: 'results',
    result,
    found: [found('a'), found('b')],
    chosen: new Set(['a', 'b']),
  });
});

test('a cancelled scan keeps what it found, and says how far it got', () => {
  const progress = { scanned: 2, listed: 9, complete: false, found: 1, unreadable: 1 };
  const cancelled: ScanResult = { ...progress, end: 'cancelled', why: null, unread: [] };

  expect(
    after({ type: 'scan' }, { type: 'found', found: found('a') }, { type: 'progress', progress }, { type: 'cancel' }),
  ).toEqual({
    kind: 'results',
    result: cancelled,
    found: [found('a')],
    chosen: new Set(['a']),
  });
});

test('chats are selected one by one and together', () => {
  expect(after(...scanned, { type: 'choose', chatIds: ['a'], on: false })).toMatchObject({ chosen: new Set(['b']) });
  expect(after(...scanned, { type: 'choose', chatIds: ['a', 'b'], on: false })).toMatchObject({ chosen: new Set() });
  expect(
    after(...scanned, { type: 'choose', chatIds: ['a'], on: false }, { type: 'choose', chatIds: ['a'], on: true }),
  ).toMatchObject({ chosen: new Set(['a', 'b']) });
});

test('a chat that was scanned again shows its current state, and is left out once it is clean', () => {
  expect(after(...scanned, { type: 'looked', chatId: 'a', found: found('a', 9) })).toMatchObject({
    found: [found('a', 9), found('b')],
  });
  expect(after(...scanned, { type: 'looked', chatId: 'a', found: null })).toMatchObject({
    found: [found('a'), found('b')],
    chosen: new Set(['b']),
  });
});

test('a run cleans chat by chat, and includes the results of an earlier one', () => {
  const stage = after(
    ...scanned,
    { type: 'heal', total: 2, earlier: [healed] },
    { type: 'outcome', outcome: streaming },
    { type: 'stop' },
  );

  expect(stage).toEqual({
    kind: 'healing',
    total: 2,
    outcomes: [healed, streaming],
    found: [found('a'), found('b')],
    stopping: true,
  });
  expect(nextStage(stage, { type: 'healed' })).toEqual({
    kind: 'done',
    outcomes: [healed, streaming],
    found: [found('a'), found('b')],
  });
});

test('chats that still have markers can be tried again, as last scanned', () => {
  const changed: HealOutcome = { chatId: 'c', title: '', kind: 'changed-meanwhile', found: found('c', 7), why: 'x' };
  const outcomes: readonly HealOutcome[] = [
    healed,
    streaming,
    changed,
    { chatId: 'd', title: '', kind: 'changed-meanwhile', found: null, why: 'x' },
    { chatId: 'e', title: '', kind: 'failed', state: 'old', why: 'x' },
    { chatId: 'f', title: '', kind: 'failed', state: 'unknown', why: 'x' },
    { chatId: 'g', title: '', kind: 'failed', state: 'new', why: 'x' },
  ];
  const all = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((id) => found(id));

  expect(restOf(outcomes, all)).toEqual([found('b'), found('c', 7), found('e')]);
  expect(nextStage({ kind: 'done', outcomes, found: all }, { type: 'rest' })).toMatchObject({
    kind: 'results',
    result: null,
    chosen: new Set(['b', 'c', 'e']),
  });
});

test('chats that were not started can be continued with', () => {
  expect(notStarted([healed, streaming, waiting])).toEqual(['c']);
});

test.each<StageEvent>([
  { type: 'progress', progress: result },
  { type: 'found', found: found('a') },
  { type: 'scanned', result },
  { type: 'cancel' },
  { type: 'choose', chatIds: ['a'], on: true },
  { type: 'looked', chatId: 'a', found: null },
  { type: 'outcome', outcome: healed },
  { type: 'stop' },
  { type: 'healed' },
  { type: 'rest' },
])('a late event changes nothing: $type', (event) => {
  expect(nextStage(START, event)).toBe(START);
});
