import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createNeedle, findNeedle } from '../../../src/normalizer/rules/needle.ts';

test('finds what indexOf finds, wherever it begins to look', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 40 });
  fc.assert(
    fc.property(
      letters,
      letters.filter((text) => text !== ''),
      fc.nat(40),
      (text, wanted, from) => {
        expect(findNeedle(createNeedle(wanted), text, from, { count: 0 })).toBe(
          text.indexOf(wanted, Math.min(from, text.length)),
        );
      },
    ),
    { numRuns: 2000 },
  );
});

test('compares at most two characters for each of the text, where a plain search compares hundreds', () => {
  const text = 'a'.repeat(10_000);
  const steps = { count: 0 };

  expect(findNeedle(createNeedle('a'.repeat(150) + 'b'), text, 0, steps)).toBe(-1);

  expect(steps.count).toBeLessThanOrEqual(2 * text.length);
});
