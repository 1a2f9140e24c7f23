import { expect, test } from 'vitest';
import { isPackId } from '../../../src/normalizer/rules/rule.ts';

test.each(['a', 'caipe', 'my-pack-2', '0', 'x'.repeat(60)])('%s is the id of a pack', (id) => {
  expect(isPackId(id)).toBe(true);
});

test.each(['', 'A', 'a/b', 'a--b', '-a', 'a-', 'a b', 'ä', 'a\n', 'x'.repeat(61), null, 1, ['a']])(
  '%j is not an id',
  (id) => {
    expect(isPackId(id)).toBe(false);
  },
);
