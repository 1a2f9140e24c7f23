import { expect, test } from 'vitest';
import { once } from '../../src/bridge/once.ts';

test('a script injected twice starts once, and again if the first one no longer works', () => {
  const world = {};
  let alive = true;
  let starts = 0;
  const start = (): (() => boolean) => {
    starts += 1;
    return () => alive;
  };

  once(world, start);
  once(world, start);
  expect(starts).toBe(1);

  alive = false;
  once(world, start);
  expect(starts).toBe(2);
  expect(Object.keys(world)).toEqual([]);
});
