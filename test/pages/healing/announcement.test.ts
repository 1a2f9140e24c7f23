import { expect, test } from 'vitest';
import { announcement } from '../../../src/pages/healing/app.tsx';
import {
  nextStage,
  START,
  type Stage,
  type StageEvent,
} from '../../../src/pages/healing/stage/stage.ts';
import { healingTexts as texts } from '../../../src/healing/texts.ts';

const progress = { scanned: 1, listed: 2, complete: true, found: 0, unreadable: 0 };

function after(...events: readonly StageEvent[]): Stage {
  return events.reduce(nextStage, START);
}

test.each<[string, Stage]>([
  ['', START],
  [texts.scanningTitle, after({ type: 'scan' })],
  [
    '0 chats with markers. 1 of 2 chats read.',
    after(
      { type: 'scan' },
      { type: 'scanned', result: { ...progress, end: 'done', why: null, unread: [] } },
    ),
  ],
  [texts.healingTitle, after({ type: 'heal', total: 1 })],
  [texts.stopping, after({ type: 'heal', total: 1 }, { type: 'stop' })],
  [
    texts.oneDone,
    after(
      { type: 'heal', total: 1 },
      { type: 'outcome', outcome: { chatId: 'a', title: '', kind: 'unchanged' } },
      { type: 'healed' },
    ),
  ],
])('a screen reader says %j', (words, stage) => {
  expect(announcement(stage, new Map())).toBe(words);
});

test('progress is not announced chat by chat', () => {
  const scanning = after({ type: 'scan' });

  expect(announcement(nextStage(scanning, { type: 'progress', progress }), new Map())).toBe(
    announcement(scanning, new Map()),
  );
});
