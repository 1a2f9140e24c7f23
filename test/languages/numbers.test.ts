import fc from 'fast-check';
import { expect, test } from 'vitest';
import { localeOf } from '../../src/languages/formats.ts';
import { createNumbers } from '../../src/languages/numbers.ts';
import { LANGUAGES } from '../support/locales.ts';

/** Numbers of every length. */
const counts = fc
  .tuple(fc.integer({ min: 0, max: 12 }), fc.integer({ min: -60, max: 1_000_000_000 }))
  .map(([power, away]) => Math.max(0, 10 ** power + away));

test.each([...LANGUAGES, 'pt'])('%s writes numbers as Intl does', (language) => {
  const { figure } = createNumbers(language);
  const plain = new Intl.NumberFormat(localeOf(language));

  fc.assert(
    fc.property(counts, (count) => void expect(figure(count)).toBe(plain.format(count))),
    { numRuns: 3000 },
  );
});
