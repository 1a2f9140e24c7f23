import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { ALL_DIALECTS } from '../../src/normalizer/dialects/all-dialects.ts';
import { ALL_REPAIRS } from '../../src/normalizer/repairs/all-repairs.ts';
import { namePage, type DayNews } from '../../src/stats/batch.ts';
import { dayOf } from '../../src/stats/calendar.ts';
import { MAX_TOLD_CHATS } from '../../src/stats/chats.ts';
import type { DayFigures } from '../../src/stats/day.ts';
import { KEPT_DAYS, readAllSites, readChats, readDays, sumDays } from '../../src/stats/read-figures.ts';
import { MAX_NAMES, MAX_SERVERS } from '../../src/stats/findings.ts';
import { forgetOldDays, keepBatches } from '../../src/stats/write-figures.ts';

const SITES = Array.from({ length: 5 }, (_, i) => `https://a-rather-long-name-of-a-chat-server-${i}.example.com:8443`);
const REPLIES = 10_000;
const DAYS = 365;

beforeEach(() => {
  fakeBrowser.reset();
  vi.useFakeTimers({ toFake: ['Date'] });
});

afterEach(() => {
  vi.useRealTimers();
});

/** A day of 10 000 replies with six calls each, by 60 tools with long names, and every repair in each. */
function heavyDay(): DayFigures {
  const time = { calls: REPLIES / 10, sum: REPLIES * 1234, longest: 20_999_999 };
  const times = Array.from(
    { length: 60 },
    (_, i) => [`mcp__a_server_with_a_long_name__a_tool_with_a_long_name_${i}`, time] as const,
  );
  const repairs = [...ALL_REPAIRS].map((id) => [id, REPLIES * 300] as const);
  return {
    replies: REPLIES,
    markers: REPLIES * 6,
    tools: REPLIES * 6,
    imitated: REPLIES,
    events: REPLIES * 12,
    bytes: REPLIES * 4321,
    healed: 99,
    repairs: Object.fromEntries(repairs),
    times: Object.fromEntries(times),
  };
}

function chatsOf(day: number): DayNews['chats'] {
  return Array.from({ length: MAX_TOLD_CHATS }, (_, i) => ({
    chat: `${String(day * 1000 + i).padStart(8, '0')}-1111-4222-8333-444455556666`,
    calls: 1200,
    imitated: 200,
  }));
}

test('a year of heavy use on five sites takes less than 5 MB, and its last ninety days are all there', async () => {
  const unknown = Object.fromEntries(
    Array.from({ length: MAX_NAMES }, (_, i) => [`an.event.that.nobody.knows.${i}`, REPLIES]),
  );
  const servers = ALL_DIALECTS.slice(0, MAX_SERVERS).map(({ id }) => ({
    server: id,
    repairs: heavyDay().repairs,
    events: REPLIES,
    unknown,
  }));
  const first = new Date(2026, 0, 1, 12);
  for (let day = 0; day < DAYS; day++) {
    const noon = new Date(first.getFullYear(), 0, 1 + day, 12);
    vi.setSystemTime(noon);
    // These fill up soon, and every day would make a slow test.
    const rare = day % 20 === 0;
    for (const site of SITES) {
      const days = [{ day: dayOf(noon), figures: heavyDay(), chats: rare ? chatsOf(day) : [] }];
      await keepBatches(site, namePage(), [{ number: 1, days, findings: rare ? servers : [] }]);
    }
    if (rare || day === DAYS - 1) await forgetOldDays();
  }

  const [site = ''] = SITES;
  const days = await readDays(site, KEPT_DAYS);
  expect(days.every(({ figures }) => figures.replies === REPLIES)).toBe(true);
  const all = await readAllSites(KEPT_DAYS);
  expect(sumDays(all.days).replies).toBe(REPLIES * KEPT_DAYS * SITES.length);
  expect(all.totals.counts.markers).toBe(REPLIES * 6 * DAYS * SITES.length);
  expect((await readChats(site)).length).toBe(200);
  const bytes = new TextEncoder().encode(JSON.stringify(await fakeBrowser.storage.local.get(null))).length;
  expect(bytes).toBeLessThan(5_000_000);
  // Far less, or the extension would be slow to wake.
  expect(bytes).toBeGreaterThan(100_000);
}, 60_000);
