import { beforeEach, expect, test } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { addDays, KEPT_DAYS, today } from '../../src/stats/calendar.ts';
import {
  isMessageId,
  MAX_WARNINGS,
  readWarningReport,
  readWarnings,
  type Warning,
} from '../../src/stats/warnings.ts';

const SITE = 'http://localhost:3000';
const ID = 'de9fc828-8d1b-42c6-8e38-411c05ea42b8';

beforeEach(() => fakeBrowser.reset());

function warning(message: string, more: Partial<Warning> = {}): Warning {
  return { message, day: today(), dismissed: false, ...more };
}

async function readBack(stored: unknown): Promise<readonly Warning[]> {
  await fakeBrowser.storage.local.set({ [`warned:${SITE}`]: stored });
  return readWarnings(SITE);
}

test.each([ID, 'a1', 'local:de9fc828', 'x'.repeat(100)])('%s can be the id of a message', (id) => {
  expect(isMessageId(id)).toBe(true);
});

test.each(['', 'x'.repeat(101), 'a b', '<b>', '"', '💥', 'a\n', '\0', null, 7, {}])(
  '%j cannot be the id of a message',
  async (message) => {
    expect(isMessageId(message)).toBe(false);
    expect(readWarningReport({ type: 'faked-call', message, dismissed: null })).toBeNull();
    expect(await readBack([{ message, day: today() }])).toEqual([]);
  },
);

test('a report is read without unknown fields, and an invalid one is rejected', () => {
  const report = { type: 'faked-call', message: ID, dismissed: true };

  expect(readWarningReport({ ...report, name: 'rm -rf' })).toEqual(report);
  expect(readWarningReport({ type: 'faked-call', message: ID })).toBeNull();
  expect(readWarningReport({ ...report, type: 'counts' })).toBeNull();
  expect(readWarningReport(null)).toBeNull();
});

test('what is stored is read back, except for invalid, old and future entries, and those beyond the limit', async () => {
  const kept = [
    warning('old', { day: addDays(today(), 1 - KEPT_DAYS) }),
    warning('dismissed', { dismissed: true }),
    warning('elsewhere', { day: addDays(today(), 1) }),
  ];
  const rubbish = [
    warning('too-old', { day: addDays(today(), -KEPT_DAYS) }),
    warning('ahead', { day: addDays(today(), 2) }),
    warning('no-day', { day: 'today' }),
    null,
    [],
    'text',
  ];

  expect(await readBack([...rubbish, ...kept])).toEqual(kept);
  expect(await readBack({ length: 1 })).toEqual([]);
  expect(await readBack([{ ...kept[0], name: 'rm -rf' }])).toEqual([kept[0]]);
  const many = Array.from({ length: MAX_WARNINGS }, (_, i) => warning(`m${i}`));
  expect(await readBack([...kept, ...many])).toEqual(many);
});
