/**
 * The content of a report for somebody who helps. Pure. It contains nothing of a chat and no names of tools, which can
 * reveal what somebody works on; site addresses, and names that servers made up, only if asked for.
 */
import type { Counts, Day, DayFigures } from './day.ts';
import { sumDays, type DayEntry, type SiteFigures } from './read-figures.ts';
import { hasFigures } from './add-figures.ts';
import type { Totals } from './totals.ts';

export interface ReportOptions {
  /** Of the extension. */
  readonly version: string;
  /** Its name and version. */
  readonly browser: string;
  /** Without gaps, oldest first; at least one. */
  readonly days: readonly DayEntry[];
  readonly totals: Totals;
  /** The sites in these days; null unless their addresses are to be included. */
  readonly sites: readonly SiteFigures[] | null;
  /** Whether to include the names of unknown events. */
  readonly eventNames: boolean;
}

/** Counts without names. */
export type PlainFigures = Omit<DayFigures, 'repairs' | 'times'>;

/** How often something happened. */
export interface Named {
  /** The id of a repair, or the name of an event. */
  readonly name: string;
  readonly count: number;
}

export interface Report {
  readonly version: string;
  readonly browser: string;
  readonly from: Day;
  readonly to: Day;
  /** Of all these days. */
  readonly sum: PlainFigures;
  /** Days with counts, oldest first. */
  readonly days: readonly (PlainFigures & { readonly day: Day })[];
  /** In these days, the most frequent first, like the three lists below. */
  readonly repairs: readonly Named[];
  /** All time. */
  readonly totals: Counts;
  /** All time, by kind of server: 'hermes', the id of a dialect, or ''. */
  readonly servers: readonly {
    readonly server: string;
    readonly repairs: readonly Named[];
    /** How many unknown events arrived. */
    readonly unknown: number;
  }[];
  /** All time; null if not asked for. */
  readonly eventNames: readonly Named[] | null;
  /** In these days; null if not asked for. */
  readonly sites: readonly (PlainFigures & { readonly origin: string })[] | null;
}

export function reportOf({ version, browser, days, totals, sites, eventNames }: ReportOptions): Report {
  const sum = sumDays(days);
  return {
    version,
    browser,
    from: days.at(0)?.day ?? '',
    to: days.at(-1)?.day ?? '',
    sum: plain(sum),
    days: days.filter(({ figures }) => hasFigures(figures)).map(({ day, figures }) => ({ day, ...plain(figures) })),
    repairs: named(sum.repairs),
    totals: totals.counts,
    servers: totals.findings.map(({ server, repairs, unknown }) => ({
      server,
      repairs: named(repairs),
      unknown: Object.values(unknown).reduce((count, more) => count + more, 0),
    })),
    eventNames: eventNames ? namesOf(totals) : null,
    sites: sites && sites.map(({ origin, figures }) => ({ origin, ...plain(figures) })),
  };
}

function plain({ replies, markers, tools, imitated, events, bytes, healed }: DayFigures): PlainFigures {
  return { replies, markers, tools, imitated, events, bytes, healed };
}

/** Merges names, since the same one may come from several kinds of server. */
function namesOf({ findings }: Totals): readonly Named[] {
  const counts = new Map<string, number>();
  for (const [name, count] of findings.flatMap(({ unknown }) => Object.entries(unknown))) {
    counts.set(name, (counts.get(name) ?? 0) + count);
  }
  return named(Object.fromEntries(counts));
}

function named(counts: Readonly<Record<string, number>>): readonly Named[] {
  return Object.entries(counts)
    .map(([name, count]) => ({ name, count }))
    .toSorted((a, b) => b.count - a.count);
}
