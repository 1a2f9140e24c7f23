/** The storage after a year of use, for measuring with it. */
import type { Driver } from '../../../src/tools/browsers/driver.ts';
import { ALL_REPAIRS } from '../../../src/normalizer/repairs/all-repairs.ts';
import { NO_FIGURES, type DayFigures } from '../../../src/stats/day.ts';
import { KEPT_DAYS, lastDays } from '../../../src/stats/read-figures.ts';
import { chatsKey, dayKey, totalsKey } from '../../../src/stats/keys.ts';
import type { RecentDays } from '../../../src/stats/totals.ts';

/** The background's own scope. */
interface Background {
  readonly chrome: { readonly storage: { readonly local: { set(items: object): Promise<void> } } };
}

/** 10 000 replies a day on all sites together, with all the tools and repairs that are stored separately. */
function busyDay(): DayFigures {
  const repairs = Object.fromEntries([...ALL_REPAIRS].map((id, index) => [id, 100 + index]));
  const times = Object.fromEntries(
    Array.from({ length: 30 }, (_, index) => [`tool_number_${index}`, { calls: 40, sum: 90_000, longest: 9000 }]),
  );
  return {
    ...NO_FIGURES,
    replies: 2000,
    markers: 800,
    tools: 1200,
    imitated: 12,
    events: 2400,
    bytes: 5_000_000,
    healed: 3,
    repairs,
    times,
  };
}

/** The same in the format of the totals. */
function recentDays(): RecentDays {
  const { markers, tools, imitated } = busyDay();
  return Object.fromEntries(lastDays(40).map((day) => [day, { markers, tools, imitated }]));
}

/** The storage after a year: the days that are kept, totals, and chats. */
function yearOf(origin: string): Record<string, unknown> {
  const findings = [{ server: 'hermes', repairs: busyDay().repairs, events: 800_000, unknown: { 'x.progress': 31 } }];
  const calls = { calls: 300, imitated: 7 };
  const chats = Array.from({ length: 200 }, (_, index) => ({
    chat: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    healed: 1_790_000_000_000,
    before: calls,
    after: calls,
  }));
  return {
    ...Object.fromEntries(lastDays(KEPT_DAYS).map((day) => [dayKey(origin, day), busyDay()])),
    [totalsKey(origin)]: { markers: 292_000, tools: 438_000, imitated: 4380, findings, recent: recentDays() },
    [chatsKey(origin)]: chats,
  };
}

/**
 * Stores a year of each site.
 * @returns bytes of what was stored, as JSON
 */
export async function storeYears(driver: Driver, origins: readonly string[]): Promise<number> {
  let bytes = 0;
  for (const origin of origins) {
    const year = yearOf(origin);
    bytes += Buffer.byteLength(JSON.stringify(year));
    await driver.background(async (items) => {
      const { chrome } = globalThis as unknown as Background;
      await chrome.storage.local.set(items);
    }, year);
  }
  return bytes;
}
