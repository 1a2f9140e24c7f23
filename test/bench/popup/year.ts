/** The storage after a year of use, for measuring with it. */
import type { Driver } from '../../../src/tools/browsers/driver.ts';
import { KEPT_DAYS, lastDays, today } from '../../../src/stats/calendar.ts';
import { chatsKey } from '../../../src/stats/chats.ts';
import { figuresKey, MAX_TOOLS } from '../../../src/stats/figures.ts';
import type { Background } from '../../e2e/extension-api.ts';

/** The storage after a year: totals and the days that are kept, with all the tools, and chats. */
function yearOf(origin: string): Record<string, unknown> {
  const time = { calls: 14_600, sum: 33_000_000, longest: 9000, last: today() };
  const calls = { calls: 300, imitated: 7 };
  const chats = Array.from({ length: 200 }, (_, index) => ({
    chat: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    healed: 1_790_000_000_000,
    before: calls,
    after: calls,
  }));
  return {
    [figuresKey(origin)]: {
      markers: 292_000,
      tools: 438_000,
      imitated: 4380,
      recent: Object.fromEntries(
        lastDays(KEPT_DAYS).map((day) => [day, { markers: 800, tools: 1200, imitated: 12 }]),
      ),
      times: Object.fromEntries(
        Array.from({ length: MAX_TOOLS }, (_, index) => [`tool_number_${index}`, time]),
      ),
      repairs: 800_000,
      start: { day: lastDays(365)[0], tools: 8000, imitated: 900 },
    },
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
    await driver.beside(async (items) => {
      const { chrome } = globalThis as unknown as Background;
      await chrome.storage.local.set(items);
    }, year);
  }
  return bytes;
}
