import { expect, test } from 'vitest';
import { chooseReply } from '../../src/chat-uis/reply-finder.ts';

/** A page as numbers: the higher, the further down. */
function choose(page: {
  replies: number[];
  lastUser?: number;
  claimed?: number[];
  waitingAfter?: number;
}): number | null {
  return chooseReply({
    replies: page.replies,
    lastUser: page.lastUser ?? null,
    follows: (later, earlier) => later > earlier,
    claimed: (element) => page.claimed?.includes(element) ?? false,
    waitingAfter: page.waitingAfter ?? 0,
  });
}

test.each([
  ['an empty page has none', { replies: [] }, null],
  ['the last one if users cannot be identified', { replies: [2, 4, 6] }, 6],
  ['the one below the last message of the person', { replies: [2, 4], lastUser: 3 }, 4],
  [
    'none while the answer to the last message is not there',
    { replies: [2, 4], lastUser: 5 },
    null,
  ],
  ['not one that another live reply has', { replies: [2, 4], lastUser: 1, claimed: [4] }, 2],
  ['none when live replies have them all', { replies: [4], lastUser: 3, claimed: [4] }, null],
  [
    'the upper one when a later reply waits too',
    { replies: [2, 4, 5], lastUser: 3, waitingAfter: 1 },
    4,
  ],
  [
    'the only one even when a later reply waits too',
    { replies: [2, 4], lastUser: 3, waitingAfter: 1 },
    4,
  ],
  [
    'the last one if others wait but users cannot be identified',
    { replies: [2, 4], waitingAfter: 1 },
    4,
  ],
])('%s', (_name, page, chosen) => {
  expect(choose(page)).toBe(chosen);
});
