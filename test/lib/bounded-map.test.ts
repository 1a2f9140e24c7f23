import { expect, test } from 'vitest';
import { remember } from '../../src/lib/bounded-map.ts';

test('the entries set longest ago are deleted first; setting one again makes it the newest', () => {
  const map = new Map<string, number>();
  for (const [value, key] of ['a', 'b', 'a', 'c'].entries()) remember(map, key, value, 2);

  expect([...map]).toEqual([
    ['a', 2],
    ['c', 3],
  ]);
});
