import { expect, test } from 'vitest';
import {
  nextStage,
  START,
  type Stage,
  type StageEvent,
} from '../../../../src/pages/healing/stage/stage.ts';
import type { FoundChat, HealOutcome, ScanResult } from '../../../../src/healing/types.ts';

function found(id: string, markers = 1): FoundChat {
  return {
    chat: { id, title: `Chat ${id}`, archived: false },
    markers,
    marked: 1,
    replies: 2,
    since: null,
    place: id.charCodeAt(0),
  };
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

function after(...events: readonly StageEvent[]): Stage {
  return events.reduce(nextStage, START);
}

const scanned: readonly StageEvent[] = [
  { type: 'scan' },
  { type: 'found', found: found('a') },
  { type: 'found', found: found('b') },
  { type: 'scanned', result },
];

test('chats are listed as the server lists them, in whichever order they were found', () => {
  const events = ['c', 'a', 'b'].map((id): StageEvent => ({ type: 'found', found: found(id) }));

  expect(after({ type: 'scan' }, ...events)).toMatchObject({
    found: [found('a'), found('b'), found('c')],
  });
});

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
    after(
      { type: 'scan' },
      { type: 'found', found: found('a') },
      { type: 'progress', progress },
      { type: 'cancel' },
    ),
  ).toEqual({
    kind: 'results',
    result: cancelled,
    found: [found('a')],
    chosen: new Set(['a']),
  });
});

test('chats are selected one by one and together', () => {
  expect(after(...scanned, { type: 'choose', chatIds: ['a'], on: false })).toMatchObject({
    chosen: new Set(['b']),
  });
  expect(after(...scanned, { type: 'choose', chatIds: ['a', 'b'], on: false })).toMatchObject({
    chosen: new Set(),
  });
  expect(
    after(
      ...scanned,
      { type: 'choose', chatIds: ['a'], on: false },
      { type: 'choose', chatIds: ['a'], on: true },
    ),
  ).toMatchObject({ chosen: new Set(['a', 'b']) });
});

test('a run cleans chat by chat', () => {
  const stage = after(
    ...scanned,
    { type: 'heal', total: 2 },
    { type: 'outcome', outcome: healed },
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

test.each<StageEvent>([
  { type: 'progress', progress: result },
  { type: 'found', found: found('a') },
  { type: 'scanned', result },
  { type: 'cancel' },
  { type: 'choose', chatIds: ['a'], on: true },
  { type: 'outcome', outcome: healed },
  { type: 'stop' },
  { type: 'healed' },
])('a late event changes nothing: $type', (event) => {
  expect(nextStage(START, event)).toBe(START);
});
