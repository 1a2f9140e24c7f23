import { expect, test } from 'vitest';
import { PARTS, SHOTS, testParts } from './every-state.ts';

test('each part has its states, and no state is missing', () => {
  const parts = Object.values(PARTS).flat();
  for (const part of parts)
    expect(SHOTS.filter(({ name }) => name.startsWith(part)).length, part).toBeGreaterThan(1);
  expect(
    SHOTS.filter(({ name }) => !parts.some((part) => name.startsWith(part))).map(
      ({ name }) => name,
    ),
  ).toEqual([]);
});

testParts(PARTS.pages);
