import { expect, test } from 'vitest';
import { runOncePerWorld } from '../../src/bridge/run-once-per-world.ts';

test('a script injected twice starts once, and again if the first one no longer works', () => {
  const world = {};
  let alive = true;
  let starts = 0;
  const start = (): (() => boolean) => {
    starts += 1;
    return () => alive;
  };

  runOncePerWorld(world, start);
  runOncePerWorld(world, start);
  expect(starts).toBe(1);

  alive = false;
  runOncePerWorld(world, start);
  expect(starts).toBe(2);
  expect(Object.keys(world)).toEqual([]);
});
