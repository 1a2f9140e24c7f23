/** Adds up the statistics of sites, and compares calls before and since. Pure. */
import { daysBetween, lastDays, today, type Day } from '../../stats/calendar.ts';
import { addCalls, NO_CALLS, type Calls } from '../../stats/chats.ts';
import {
  addCounts,
  addTimes,
  callsOf,
  NO_COUNTS,
  type Counts,
  type ToolTime,
} from '../../stats/figures.ts';
import type { SiteStatistics } from './read-statistics.ts';

/** What the page shows of a site, or of all. */
export interface Statistics {
  /** All time. */
  readonly counts: Counts;
  /** From the first day with calls on, at least `LEAST_DAYS`; oldest first, today last. */
  readonly days: readonly { readonly day: Day; readonly counts: Counts }[];
  /** The slowest on average first. */
  readonly tools: readonly Tool[];
  /** Null if there is nothing to compare with. */
  readonly comparison: Comparison | null;
}

/** How long the calls of one tool took, in milliseconds. */
export interface Tool extends Pick<ToolTime, 'calls' | 'longest'> {
  /** '' for tools without a name. */
  readonly tool: string;
  readonly mean: number;
}

interface BeforeAndSince {
  readonly before: Calls;
  readonly since: Calls;
}

/** Calls before and since. */
export interface Comparison extends BeforeAndSince {
  /**
   * When the first of the chats was cleaned whose calls these are, in milliseconds since 1970; null
   * if they are those of the first week of a site, and all since.
   */
  readonly cleaned: number | null;
}

const LEAST_DAYS = 30;

export function sumOf(sites: readonly SiteStatistics[], now: Day = today()): Statistics {
  const figures = sites.map((site) => site.figures);
  const counts = figures.map((of) => of.counts).reduce(addCounts, NO_COUNTS);
  const called = figures.flatMap(({ days }) =>
    Object.keys(days).filter((day) => callsOf(days[day] ?? NO_COUNTS) > 0),
  );
  const first = called.toSorted()[0] ?? now;
  return {
    counts,
    days: lastDays(Math.max(LEAST_DAYS, daysBetween(first, now) + 1), now).map((day) => ({
      day,
      counts: figures.map(({ days }) => days[day] ?? NO_COUNTS).reduce(addCounts, NO_COUNTS),
    })),
    tools: Object.entries(figures.map(({ times }) => times).reduce(addTimes, {}))
      .map(([tool, { calls, sum, longest }]) => ({ tool, calls, longest, mean: sum / calls }))
      .toSorted((a, b) => b.mean - a.mean),
    comparison: compareChats(sites) ?? compareFirstWeek(sites),
  };
}

/** @returns the share of faked calls, from 0 to 1; 0 if there were none */
export function shareOf({ calls, imitated }: Calls): number {
  return calls === 0 ? 0 : imitated / calls;
}

function compareChats(sites: readonly SiteStatistics[]): Comparison | null {
  const chats = sites.flatMap((site) =>
    site.chats.flatMap(({ healed, before, after }) =>
      healed === null ? [] : [{ healed, before, since: after }],
    ),
  );
  const telling = chats.filter(tells);
  if (telling.length === 0) return null;
  return { ...sum(telling), cleaned: Math.min(...telling.map(({ healed }) => healed)) };
}

function compareFirstWeek(sites: readonly SiteStatistics[]): Comparison | null {
  const weeks = sites.flatMap(({ figures: { start, counts } }) => {
    if (!start) return [];
    const before = { calls: callsOf(start), imitated: start.imitated };
    return [
      {
        before,
        since: {
          calls: callsOf(counts) - before.calls,
          imitated: counts.imitated - start.imitated,
        },
      },
    ];
  });
  const telling = weeks.filter(tells);
  return telling.length === 0 ? null : { ...sum(telling), cleaned: null };
}

/** Returns whether there are calls on both sides. */
function tells({ before, since }: BeforeAndSince): boolean {
  return before.calls > 0 && since.calls > 0;
}

function sum(all: readonly BeforeAndSince[]): BeforeAndSince {
  return {
    before: all.map(({ before }) => before).reduce(addCalls, NO_CALLS),
    since: all.map(({ since }) => since).reduce(addCalls, NO_CALLS),
  };
}
