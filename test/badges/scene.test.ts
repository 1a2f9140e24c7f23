import { expect, test } from 'vitest';
import { timeLeft } from '../../src/badges/scene.ts';
import type { Reply } from '../../src/badges/reply/replies.ts';
import type { BadgeStay } from '../../src/settings/settings.ts';

const NEXT = { number: 2, message: null, endedAt: null, next: null };
/** A reply that ended at 1000, whose badges are beside it. */
const ENDED = {
  endedAt: 1000 as number | null,
  next: null as typeof NEXT | null,
  corner: false,
  inUse: false,
  warns: false,
};

function left(stay: BadgeStay, { endedAt, next, corner, inUse, warns }: typeof ENDED, now: number): number | null {
  const badge = { warns: () => warns, isGone: () => false, place: () => ({ corner }), inUse: () => inUse };
  const reply = { number: 1, message: null, endedAt, next, badge, faked: false, keptUntil: 0 };
  const choices = { stay, place: 'reply', imitation: true, always: false, shown: true } as const;
  return timeLeft(reply as unknown as Reply, choices, null as unknown as Document, now);
}

test.each([
  ['next-message', {}, 999_000, null],
  ['next-message', { next: NEXT }, 1001, 0],
  ['10-seconds', {}, 1000, 10_000],
  ['10-seconds', {}, 8000, 3000],
  ['10-seconds', {}, 11_000, 0],
  ['10-seconds', { inUse: true }, 11_000, 10_000],
  ['10-seconds', { next: NEXT }, 2000, 9000],
  ['10-seconds', { endedAt: null }, 60_000, null],
  ['always', {}, 999_000, null],
  ['always', { next: NEXT }, 999_000, null],
  ['always', { next: NEXT, corner: true }, 999_000, 0],
  ['next-message', { next: NEXT, warns: true }, 1001, null],
] as const)('with "%s", %j at %s leaves %s', (stay, reply, now, time) => {
  expect(left(stay, { ...ENDED, ...reply }, now)).toBe(time);
});
