import { expect, test } from 'vitest';
import { addDays } from '../../../src/stats/calendar.ts';
import {
  isMessageId,
  MAX_WARNINGS,
  readWarningNews,
  readWarnings,
  WARNED_DAYS,
  withWarning,
  type Warning,
} from '../../../src/stats/warnings/warnings.ts';

const TODAY = '2026-11-23';
const ID = 'de9fc828-8d1b-42c6-8e38-411c05ea42b8';

function warning(message: string, more: Partial<Warning> = {}): Warning {
  return { message, day: TODAY, dismissed: false, ...more };
}

test.each([ID, 'a1', 'local:de9fc828', 'x'.repeat(100)])('%s can be the id of a message', (id) => {
  expect(isMessageId(id)).toBe(true);
});

test.each(['', 'x'.repeat(101), 'a b', '<b>', '"', '💥', 'a\n', '\0', null, 7, {}])(
  '%j cannot be the id of a message',
  (id) => {
    expect(isMessageId(id)).toBe(false);
    expect(readWarningNews({ type: 'faked-call', message: id, dismissed: null })).toBeNull();
    expect(readWarnings([{ message: id, day: TODAY }], TODAY)).toEqual([]);
  },
);

test('a report is read without unknown fields, and an invalid one is rejected', () => {
  expect(readWarningNews({ type: 'faked-call', message: ID, dismissed: true, name: 'rm -rf' })).toEqual({
    message: ID,
    dismissed: true,
  });
  expect(readWarningNews({ type: 'faked-call', message: ID })).toBeNull();
  expect(readWarningNews({ type: 'counts', message: ID, dismissed: null })).toBeNull();
  expect(readWarningNews(null)).toBeNull();
});

test('what is stored is read back, except for invalid, old and future entries', () => {
  const kept = [
    warning('old', { day: addDays(TODAY, 1 - WARNED_DAYS) }),
    warning('dismissed', { dismissed: true }),
    warning('elsewhere', { day: addDays(TODAY, 1) }),
  ];
  const rubbish = [
    warning('too-old', { day: addDays(TODAY, -WARNED_DAYS) }),
    warning('ahead', { day: addDays(TODAY, 2) }),
    warning('no-day', { day: 'today' }),
    null,
    [],
    'text',
  ];

  expect(readWarnings([...rubbish, ...kept], TODAY)).toEqual(kept);
  expect(readWarnings({ length: 1 }, TODAY)).toEqual([]);
  expect(readWarnings([{ ...kept[0], name: 'rm -rf' }], TODAY)).toEqual([kept[0]]);
});

test('a message is stored once, dismissed or not as last reported', () => {
  let known = withWarning([warning('first')], { message: ID, dismissed: null }, TODAY);
  expect(known).toEqual([warning('first'), warning(ID)]);

  known = withWarning(known, { message: ID, dismissed: true }, TODAY);
  // The same faked call, seen by another tab.
  known = withWarning(known, { message: ID, dismissed: null }, addDays(TODAY, 1));
  expect(known).toEqual([warning('first'), warning(ID, { dismissed: true })]);

  expect(withWarning(known, { message: ID, dismissed: false }, TODAY)).toEqual([warning('first'), warning(ID)]);
});

test('of too many, the oldest are dropped', () => {
  let known: readonly Warning[] = [];
  for (let i = 0; i < MAX_WARNINGS + 5; i += 1)
    known = withWarning(known, { message: `m${i}`, dismissed: null }, TODAY);

  expect(known).toHaveLength(MAX_WARNINGS);
  expect([known[0]?.message, known.at(-1)?.message]).toEqual(['m5', `m${MAX_WARNINGS + 4}`]);
  expect(readWarnings([warning('before'), ...known], TODAY)).toEqual(known);
});
