import { expect, test } from 'vitest';
import { createScene, isOutdated, type SceneOptions } from '../../src/badges/scene.ts';
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

test('however many questions arrive within a frame, all is drawn once', () => {
  const frames: (() => void)[] = [];
  const drawn: number[] = [];
  const badge = {
    draw: (at: number) => (drawn.push(at), []),
    isGone: () => false,
    warns: () => false,
    place: () => ({ corner: false }),
  };
  const view = { requestAnimationFrame: (draw: () => void) => frames.push(draw) };
  const scene = createScene(
    view as unknown as Window,
    {
      choices: { imitation: false, shown: true },
      finder: { look: () => null },
      replies: { all: () => [{ ...OVER, badge }], isEmpty: () => false },
      notes: { remove: () => {}, isEmpty: () => true },
      now: () => 5,
      works: () => true,
      signal: new AbortController().signal,
    } as unknown as SceneOptions,
  );

  for (let asked = 0; asked < 100; asked += 1) scene.request();
  expect(frames).toHaveLength(1);
  frames[0]?.();
  expect(drawn).toEqual([5]);
});
