import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createNeedle, findNeedle } from '../../../src/normalizer/rules/needle.ts';
import { unitsRead } from '../../support/units-read.ts';

test('it finds what indexOf finds, wherever it starts', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 40 });
  fc.assert(
    fc.property(
      letters,
      letters.filter((text) => text !== ''),
      fc.nat(40),
      (text, wanted, from) => {
        expect(findNeedle(createNeedle(wanted), text, from)).toBe(text.indexOf(wanted, Math.min(from, text.length)));
      },
    ),
    { numRuns: 2000 },
  );
});

test('it reads each unit of the text at most twice, where a plain search reads hundreds of times', () => {
  const text = 'a'.repeat(10_000);
  const needle = createNeedle('a'.repeat(150) + 'b');

  const read = unitsRead(() => expect(findNeedle(needle, text, 0)).toBe(-1));

  // Each comparison reads a unit of the text and one of the needle.
  expect(read).toBeGreaterThan(text.length);
  expect(read).toBeLessThanOrEqual(2 * 2 * text.length);
});
