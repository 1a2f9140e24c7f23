import { expect, test } from 'vitest';
import {
  doneText,
  outcomeText,
  summaryText,
  undoText,
  type Pending,
} from '../../../src/pages/healing/outcome-text.ts';
import { healingTexts as texts } from '../../../src/healing/texts.ts';
import type { HealOutcome } from '../../../src/healing/types.ts';

const chat = { chatId: 'a', title: 'A chat' };
const healed: HealOutcome = {
  ...chat,
  kind: 'healed',
  backupId: 1,
  messages: 5,
  markers: 12,
  kept: 0,
};
const unchanged: HealOutcome = { ...chat, kind: 'unchanged' };
const failed: HealOutcome = {
  ...chat,
  kind: 'failed',
  state: 'old',
  why: 'The server answered with the error 500.',
};

test.each<[HealOutcome, string]>([
  [healed, 'Cleaned: 12 markers in 5 replies.'],
  [
    { ...healed, messages: 1, markers: 1, kept: 2 },
    'Cleaned: 1 marker in 1 reply. 2 replies could not be changed: they were cut off or are someone else’s.',
  ],
  [unchanged, texts.unchanged],
  [{ ...chat, kind: 'changed-meanwhile', why: 'It was changed.' }, 'It was changed.'],
  [{ ...chat, kind: 'streaming' }, texts.streaming],
  [failed, 'The chat is unchanged. The server answered with the error 500.'],
  [{ ...failed, state: 'new' }, 'The chat was changed. The server answered with the error 500.'],
  [
    { ...failed, state: 'unknown' },
    `${texts.failed.unknown} The server answered with the error 500.`,
  ],
  [{ ...chat, kind: 'not-started', why: null }, 'Not started.'],
  [
    { ...chat, kind: 'not-started', why: 'You are not signed in any more.' },
    'Not started. You are not signed in any more.',
  ],
])('%j', (outcome, text) => {
  expect(outcomeText(outcome)).toBe(text);
});

test.each<[HealOutcome, string]>([
  [{ ...chat, kind: 'restored', messages: 5, kept: 0 }, 'Restored: 5 replies.'],
  [
    { ...chat, kind: 'restored', messages: 4, kept: 1 },
    'Restored: 4 replies. 1 reply edited since, left alone.',
  ],
  [unchanged, texts.undoUnchanged],
  [{ ...failed, state: 'new' }, `${texts.undoFailed} The server answered with the error 500.`],
  [{ ...failed, state: 'unknown' }, `${texts.undoUnknown} The server answered with the error 500.`],
  [
    { ...chat, kind: 'not-started', why: 'Another page is at work.' },
    `${texts.undoFailed} Another page is at work.`,
  ],
  [{ ...chat, kind: 'streaming' }, texts.streaming],
])('restoring: %j', (outcome, text) => {
  expect(undoText(outcome)).toBe(text);
});

test.each([
  [[healed], texts.oneDone],
  [[failed], texts.failed.old],
  [[{ ...failed, state: 'new' }], texts.failed.new],
  [[{ ...failed, state: 'unknown' }], texts.failed.unknown],
  [[unchanged], texts.oneDone],
  [[{ ...chat, kind: 'changed-meanwhile', why: 'It was changed.' }], texts.oneNotDone],
  [[{ ...chat, kind: 'streaming' }], texts.oneNotDone],
  [[healed, failed, unchanged], '2 of 3 chats cleaned.'],
] as readonly [HealOutcome[], string][])('over all: %#', (outcomes, text) => {
  expect(summaryText(outcomes)).toBe(text);
});

const other: HealOutcome = { ...healed, chatId: 'b', backupId: 2 };
const restored: HealOutcome = { ...chat, kind: 'restored', messages: 5, kept: 0 };

test.each<[string, [number, Pending<HealOutcome>][], string]>([
  ['nothing was undone', [], '2 of 2 chats cleaned.'],
  ['one is being restored', [[1, 'running']], '2 of 2 chats cleaned.'],
  ['one was restored', [[1, restored]], '1 of 2 chats cleaned.'],
  [
    'one could not be restored',
    [
      [1, failed],
      [2, restored],
    ],
    '1 of 2 chats cleaned.',
  ],
  [
    'all were restored',
    [
      [1, restored],
      [2, unchanged],
    ],
    '2 of 2 chats restored.',
  ],
])('a run, when %s', (_, undos, text) => {
  expect(doneText([healed, other], new Map(undos))).toBe(text);
});
