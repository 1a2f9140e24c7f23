import { expect, test } from 'vitest';
import { NO_FIGURES } from '../../../src/stats/day.ts';
import { deletionOf, deletionText } from '../../../src/pages/statistics/deletion-text.ts';

const quiet = { day: '2026-11-20', figures: NO_FIGURES };

test('days with counts are named, with the first of them', () => {
  const going = deletionOf([
    quiet,
    { day: '2026-11-21', figures: { ...NO_FIGURES, replies: 2 } },
    { day: '2026-11-22', figures: { ...NO_FIGURES, replies: 1 } },
  ]);

  expect(going).toEqual({ days: 2, replies: 3, first: '2026-11-21', today: '2026-11-22' });
  expect(deletionText(going)).toBe(
    'This deletes 2 days of statistics (3 replies, since 21 November) and the all-time totals.',
  );
});

test('if no day has counts, the totals are named', () => {
  expect(deletionText(deletionOf([quiet]))).toBe(
    'There are no days with statistics. This deletes the all-time totals.',
  );
});
