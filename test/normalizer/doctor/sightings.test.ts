import { expect, test } from 'vitest';
import { createSightings } from '../../../src/normalizer/doctor/sightings.ts';

test('each id knows how often it was seen, and in which frame first', () => {
  const seen = createSightings();
  seen.add('a');
  seen.at(3);
  seen.add('b');
  seen.add('a');
  seen.at(1);
  seen.add('b');

  expect([seen.get('a'), seen.get('b'), seen.get('c')]).toEqual([{ count: 2, first: 0 }, { count: 2, first: 3 }, undefined]);
});
