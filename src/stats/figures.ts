/**
 * What is counted of a site: in a page's bridge, on the way to the background, and under one key of
 * the storage. What comes from a page may be made up, so everything here is bounded. Pure.
 */
import { isObject } from '../normalizer/json/json-edit.ts';
import { readModels } from '../settings/hermes.ts';
import { daysBetween, isDay, isKept, today, type Day } from './calendar.ts';
import { addChatCalls, readChatCalls, type ChatCalls } from './chats.ts';
import { add, readCount } from './numbers.ts';

/** What is counted, in the order of the popup. The names are those of what is stored. */
export const COUNTED = ['markers', 'tools', 'imitated'] as const;

/**
 * What became of the calls that a result was reported of. Of all others it is unknown, as of those
 * of earlier builds.
 */
export const OUTCOMES = ['ran', 'started', 'failed', 'refused'] as const;

/** Counts of one day, or of all time; an outcome that was not counted is missing. */
export interface Counts extends Readonly<Partial<Record<(typeof OUTCOMES)[number], number>>> {
  /** Markers removed from replies and from outgoing history. */
  readonly markers: number;
  /** Tool calls shown as badges. */
  readonly tools: number;
  /**
   * Faked calls: markers that the model wrote itself, no tool ran. Stored under this name ever
   * since, so it stays.
   */
  readonly imitated: number;
}

/** How long the calls of one tool took. Only calls whose beginning and end were reported count. */
export interface ToolTime {
  readonly calls: number;
  /** Milliseconds, of all calls together and of the longest. */
  readonly sum: number;
  readonly longest: number;
  /** The day of the last one. */
  readonly last: Day;
}

/** By name; '' for tools without one. */
export type ToolTimes = Readonly<Record<string, ToolTime>>;

/** What happened on a page since it was last told. */
export interface News {
  readonly counts: Counts;
  readonly times: ToolTimes;
  readonly chats: readonly ChatCalls[];
  /** Repairs of streams. */
  readonly repairs: number;
  /** The models that have turned out to be Hermes. */
  readonly hermes: readonly string[];
}

/** What is stored of a site, beside its chats. */
export interface Figures {
  /** All time. */
  readonly counts: Counts;
  /** The days that are kept; those without counts are missing. */
  readonly days: Readonly<Record<Day, Counts>>;
  /** Of the tools that were called in these days. */
  readonly times: ToolTimes;
  /** Repairs of streams, all time. */
  readonly repairs: number;
  /** The calls of the first week with any; null before, and where they are unknown. */
  readonly start: Start | null;
}

/** The calls of the first week on a site. */
export interface Start extends Pick<Counts, 'tools' | 'imitated'> {
  /** The first day of it. */
  readonly day: Day;
}

export const NO_COUNTS: Counts = { markers: 0, tools: 0, imitated: 0 };
export const NO_NEWS: News = { counts: NO_COUNTS, times: {}, chats: [], repairs: 0, hermes: [] };

/** Most tools of a site; the one that was not called for longest is dropped. */
export const MAX_TOOLS = 50;
/** Longest name of a tool, in UTF-16 units. */
const MAX_TOOL_NAME = 60;
/** Longest believable time of one call, in milliseconds: a laptop may have slept meanwhile. */
const LONGEST_CALL = 6 * 3_600_000;
/** Days of the first week. */
export const START_DAYS = 7;
/**
 * Most that is believed of one count in one message. A request whose history has thousands of
 * markers stays below.
 */
export const MOST_TOLD = 100_000;

/** The key of a site's `Figures`. */
export function figuresKey(origin: string): string {
  return `counts:${origin}`;
}

/** Returns real and faked calls. */
export function callsOf({ tools, imitated }: Pick<Counts, 'tools' | 'imitated'>): number {
  return tools + imitated;
}

/** Returns the number of real calls of which no outcome was reported. */
export function unknownOf(counts: Counts): number {
  return Math.max(0, counts.tools - OUTCOMES.reduce((sum, id) => sum + (counts[id] ?? 0), 0));
}

/** Returns whether nothing was counted. */
export function isNothing(counts: Counts): boolean {
  return [...COUNTED, ...OUTCOMES].every((id) => (counts[id] ?? 0) === 0);
}

/** @returns the sums, capped at what a number represents exactly */
export function addCounts(before: Counts, more: Partial<Counts>): Counts {
  return mapCounts((id) => add(before[id] ?? 0, more[id] ?? 0));
}

/** @returns the news with more */
export function addNews(before: News, more: Partial<News>): News {
  return {
    counts: addCounts(before.counts, more.counts ?? NO_COUNTS),
    times: addTimes(before.times, more.times ?? {}),
    chats: (more.chats ?? []).reduce(addChatCalls, before.chats),
    repairs: add(before.repairs, more.repairs ?? 0),
    hermes: readModels([...before.hermes, ...(more.hermes ?? [])]),
  };
}

/** @returns the figures with what happened on `day` */
export function addToFigures(before: Figures, { counts, times, repairs }: News, day: Day): Figures {
  return {
    counts: addCounts(before.counts, counts),
    days: isNothing(counts)
      ? before.days
      : { ...before.days, [day]: addCounts(before.days[day] ?? NO_COUNTS, counts) },
    times: addTimes(before.times, times),
    repairs: add(before.repairs, repairs),
    start: addToStart(before, counts, day),
  };
}

/** Older figures without a first week never get one: what came before it is unknown. */
function addToStart(
  { counts: ever, start }: Figures,
  { tools, imitated }: Counts,
  day: Day,
): Start | null {
  if (tools + imitated === 0) return start;
  if (!start) return callsOf(ever) === 0 ? { day, tools, imitated } : null;
  if (daysBetween(start.day, day) >= START_DAYS) return start;
  return {
    day: start.day,
    tools: add(start.tools, tools),
    imitated: add(start.imitated, imitated),
  };
}

/** @returns the time of one completed call. `tool`: null if it was not named; `ms`: capped */
export function callTime(tool: string | null, ms: number, last: Day): ToolTimes {
  const time = Math.min(LONGEST_CALL, Math.max(0, Math.round(ms)));
  return { [readToolName(tool ?? '')]: { calls: 1, sum: time, longest: time, last } };
}

/** @returns the sums of each tool, at most `MAX_TOOLS` */
export function addTimes(before: ToolTimes, more: ToolTimes): ToolTimes {
  const sums = new Map(Object.entries(before));
  for (const [tool, { calls, sum, longest, last }] of Object.entries(more)) {
    const known = sums.get(tool);
    sums.set(tool, {
      calls: add(known?.calls, calls),
      sum: add(known?.sum, sum),
      longest: Math.max(known?.longest ?? 0, longest),
      last: known && known.last > last ? known.last : last,
    });
  }
  const kept = [...sums].toSorted(([, a], [, b]) => (a.last < b.last ? 1 : -1)).slice(0, MAX_TOOLS);
  return sums.size > MAX_TOOLS ? Object.fromEntries(kept) : Object.fromEntries(sums);
}

/** @returns the counts in a message of a page's bridge, within bounds; null for any other value */
export function readNews(value: unknown): News | null {
  if (!isObject(value) || value.type !== 'counts' || !isObject(value.counts)) return null;
  return {
    counts: readCounts(value.counts, MOST_TOLD),
    times: readTimes(value.times, MOST_TOLD),
    chats: readChatCalls(value.chats, MOST_TOLD),
    repairs: readCount(value.repairs, MOST_TOLD),
    hermes: readModels(value.hermes),
  };
}

/** @returns the stored figures, without days and tools of too long ago; zeros for invalid data */
export function readFigures(value: unknown, now: Day = today()): Figures {
  const stored = isObject(value) ? value : {};
  const { recent, start } = stored;
  const days = Object.entries(isObject(recent) ? recent : {}).filter(
    ([day]) => isDay(day) && isKept(day, now),
  );
  const times = Object.entries(readTimes(stored.times)).filter(([, { last }]) => isKept(last, now));
  return {
    counts: readCounts(stored),
    days: Object.fromEntries(days.map(([day, counts]) => [day, readCounts(counts)])),
    times: Object.fromEntries(times),
    repairs: readCount(stored.repairs),
    start:
      isObject(start) && isDay(start.day)
        ? { day: start.day, ...pickCalls(readCounts(start)) }
        : null,
  };
}

/** @returns the value to store */
export function toStored({ counts, days, times, repairs, start }: Figures): object {
  return { ...counts, recent: days, times, repairs, ...(start && { start }) };
}

function pickCalls({ tools, imitated }: Counts): Pick<Counts, 'tools' | 'imitated'> {
  return { tools, imitated };
}

function readCounts(value: unknown, most?: number): Counts {
  return isObject(value) ? mapCounts((id) => readCount(value[id], most)) : NO_COUNTS;
}

function mapCounts(count: (id: keyof Counts) => number): Counts {
  const outcomes = OUTCOMES.map((id) => [id, count(id)] as const).filter(([, sum]) => sum > 0);
  return Object.fromEntries([
    ...COUNTED.map((id) => [id, count(id)]),
    ...outcomes,
  ]) as unknown as Counts;
}

function readTimes(value: unknown, most?: number): ToolTimes {
  if (!isObject(value)) return {};
  const read = Object.entries(value)
    .slice(0, MAX_TOOLS)
    .flatMap(([name, stored]) => {
      const time = readTime(stored, most);
      return time ? [[readToolName(name), time] as const] : [];
    });
  return Object.fromEntries(read);
}

function readTime(value: unknown, most?: number): ToolTime | null {
  if (!isObject(value) || !isDay(value.last)) return null;
  const calls = readCount(value.calls, most);
  const sum = readCount(value.sum, calls * LONGEST_CALL);
  return calls === 0
    ? null
    : {
        calls,
        sum,
        longest: Math.min(readCount(value.longest, LONGEST_CALL), sum),
        last: value.last,
      };
}

/** Rejects names that every object inherits, so that no lookup finds those. */
function readToolName(name: string): string {
  const short = name.slice(0, MAX_TOOL_NAME).toWellFormed();
  return short in Object.prototype ? '' : short;
}
