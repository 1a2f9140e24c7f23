import { expect, test } from 'vitest';
import { createSightings } from '../../src/doctor/sightings.ts';

test('each id knows how often it was seen, and in which frame first', () => {
  const seen = createSightings();
  seen.add('a', 'x');
  seen.at(3, 'data: 3');
  seen.add('b');
  seen.add('a', 'y');
  seen.at(1, 'data: 1');
  seen.add('b');
  seen.at(4);
  seen.add('d');

  expect([seen.get('a'), seen.get('b'), seen.get('c'), seen.get('d')]).toEqual([
    { count: 2, first: 0, text: '', words: 'x' },
    { count: 2, first: 3, text: 'data: 3' },
    undefined,
    { count: 1, first: 4, text: 'data: 1' },
  ]);
});

test('only the beginning of a long frame is kept', () => {
  const seen = createSightings();
  seen.at(0, 'x'.repeat(1_000_000));
  seen.add('a');

  expect(seen.get('a')?.text.length).toBeLessThan(100_000);
});
