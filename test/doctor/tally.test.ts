import { expect, test } from 'vitest';
import { createTally, MAX_NAMES } from '../../src/doctor/tally.ts';

test('names are counted in the order of their first occurrence', () => {
  const tally = createTally();
  for (const name of ['b', 'a', 'b', '', 'b']) tally.add(name);

  expect(tally.counts()).toEqual([
    { name: 'b', count: 3 },
    { name: 'a', count: 1 },
    { name: '', count: 1 },
  ]);
  expect(createTally().counts()).toEqual([]);
});

test('neither many names nor long ones are kept', () => {
  const tally = createTally(5);
  for (let i = 0; i < 1000; i++) tally.add(`${i}`);
  tally.add('3');
  tally.add('x'.repeat(1_000_000));

  expect(tally.counts()).toHaveLength(MAX_NAMES);
  expect(tally.counts()[3]).toEqual({ name: '3', count: 2 });
  const long = createTally(5);
  long.add('x'.repeat(1_000_000));
  expect(long.counts()).toEqual([{ name: 'xxxxx…', count: 1 }]);
});
