import fc from 'fast-check';
import { expect, test } from 'vitest';
import { localeOf } from '../../src/languages/formats.ts';
import { createNumbers } from '../../src/languages/numbers.ts';
import { LANGUAGES } from '../support/locales.ts';

/** Beyond it the CLDR has further units for some languages. */
const MOST = 1_000_000_000;
/** Numbers of every length, and those around each limit where a unit begins. */
const counts = fc.oneof(
  fc.integer({ min: 0, max: MOST }),
  fc.integer({ min: 0, max: 120_000 }),
  fc
    .tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: -60, max: 60 }))
    .map(([power, away]) => Math.max(0, 10 ** power + away)),
  fc
    .tuple(fc.integer({ min: 2, max: 8 }), fc.integer({ min: 0, max: 100 }))
    .map(([power, parts]) => Math.round(10 ** power * (1 - parts / 2000))),
);

test.each([...LANGUAGES, 'pt'])('%s writes numbers as Intl does', (language) => {
  const { figure, short } = createNumbers(language);
  const plain = new Intl.NumberFormat(localeOf(language));
  const compact = new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 });

  fc.assert(
    fc.property(counts, (count) => {
      expect(figure(count)).toBe(plain.format(count));
      expect([count, short(count)]).toEqual([count, compact.format(count)]);
    }),
    { numRuns: 3000 },
  );
});

test('there is no limit to what can be written', () => {
  expect(createNumbers('en').short(98_765_400_000_000)).toBe('98,765.4B');
  expect(createNumbers('es').short(98_765_400_000)).toBe('98.765,4\u00a0M');
});
