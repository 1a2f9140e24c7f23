import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { KEPT_DAYS, lastDays } from '../../src/stats/calendar.ts';
import {
  addToFigures,
  MAX_TOOLS,
  NO_NEWS,
  readFigures,
  toStored,
} from '../../src/stats/figures.ts';

const REPLIES = 10_000;
const DAYS = 365;

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

test('a year of heavy use of a site takes less than 30 kB, and its last ninety days are all there', () => {
  const counts = { markers: REPLIES * 6, tools: REPLIES * 6, imitated: REPLIES };
  let stored: unknown = null;
  for (const last of lastDays(DAYS)) {
    vi.setSystemTime(new Date(`${last}T12:00`));
    const time = { calls: REPLIES / 10, sum: REPLIES * 1234, longest: 20_999_999, last };
    const times = Object.fromEntries(
      Array.from({ length: 60 }, (_, i) => [
        `mcp__a_server_with_a_long_name__a_tool_with_a_long_name_${i}`,
        time,
      ]),
    );
    stored = toStored(
      addToFigures(
        readFigures(stored),
        { ...NO_NEWS, counts, times, repairs: REPLIES * 300 },
        last,
      ),
    );
  }

  const { counts: ever, days, times } = readFigures(stored);
  expect(ever.markers).toBe(REPLIES * 6 * DAYS);
  expect(Object.values(days)).toEqual(Array.from({ length: KEPT_DAYS }, () => counts));
  expect(Object.keys(times)).toHaveLength(MAX_TOOLS);
  expect(JSON.stringify(stored).length).toBeLessThan(30_000);
});
