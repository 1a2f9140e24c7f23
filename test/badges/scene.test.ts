import { expect, test } from 'vitest';
import { isOutdated } from '../../src/badges/scene.ts';
import type { Reply } from '../../src/badges/reply/replies.ts';

/** A reply that is over and followed by another one. */
const OVER = {
  endedAt: 1000 as number | null,
  isFollowed: true,
  corner: false,
  gone: false,
  warns: false,
};

test.each([
  ['stay beside their reply', {}, false],
  ['leave the corner', { corner: true }, true],
  ['leave with their element', { gone: true }, true],
  ['stay in the corner until another reply begins', { corner: true, isFollowed: false }, false],
  ['stay in the corner while their reply runs', { corner: true, endedAt: null }, false],
  ['stay in the corner while they warn', { corner: true, warns: true }, false],
])('badges %s', (_what, some, outdated) => {
  const { endedAt, isFollowed, corner, gone, warns } = { ...OVER, ...some };
  const badge = { warns: () => warns, isGone: () => gone, place: () => ({ corner }) };

  expect(isOutdated({ endedAt, isFollowed, badge } as unknown as Reply)).toBe(outdated);
});
