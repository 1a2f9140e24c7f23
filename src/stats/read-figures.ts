/** Reads the statistics for pages of the extension. Every context may read and watch; only the background writes. */
import { browser } from 'wxt/browser';
import { storageKeys, watchStorage } from '../extension/storage.ts';
import { addDays, dayOf } from './calendar.ts';
import { readChatFigures, type ChatFigures } from './chats.ts';
import { NO_FIGURES, type Day, type DayFigures } from './day.ts';
import { chatsKey, dayKey, dayOfKey, isChatsKey, isFiguresKey, siteOfTotals, totalsKey } from './keys.ts';
import { addFigures, readFigures } from './add-figures.ts';
import { addTotals, NO_TOTALS, readStoredTotals, type Totals } from './totals.ts';

/** One day. */
export interface DayEntry {
  readonly day: Day;
  readonly figures: DayFigures;
}

/** One site, over several days. */
export interface SiteFigures {
  readonly origin: string;
  readonly figures: DayFigures;
}

/** The statistics of all sites. */
export interface AllFigures {
  /** Oldest first and today last, without gaps. */
  readonly days: readonly DayEntry[];
  /** Sites with counts in these days, sorted by origin. */
  readonly sites: readonly SiteFigures[];
  /** All time. */
  readonly totals: Totals;
  readonly chats: readonly ChatFigures[];
}

/** How long the calls of one tool take, in milliseconds. */
export interface ToolSpeed {
  /** '' for tools without a name, and for those beyond the names that are kept separately. */
  readonly tool: string;
  readonly calls: number;
  readonly mean: number;
  readonly longest: number;
}

/** Days that are kept, today included. */
export const KEPT_DAYS = 90;

/** Reads the last days of one site, oldest first and today last, without gaps: one read of known keys. */
export async function readDays(origin: string, days: number): Promise<readonly DayEntry[]> {
  const wanted = lastDays(days);
  const stored = await browser.storage.local.get(wanted.map((day) => dayKey(origin, day)));
  return wanted.map((day) => ({ day, figures: readFigures(stored[dayKey(origin, day)]) }));
}

/** Reads all sites with counts, which only the keys tell. Values of other days are not read. */
export async function readAllSites(days: number): Promise<AllFigures> {
  const wanted = lastDays(days);
  const keys = (await storageKeys()).filter((key) => {
    const of = dayOfKey(key);
    return of ? wanted.includes(of.day) : isFiguresKey(key);
  });
  const stored = await readInParts(keys);
  const entries = keys.flatMap((key) => {
    const of = dayOfKey(key);
    return of ? [{ ...of, figures: readFigures(stored[key]) }] : [];
  });
  const origins = [...new Set(entries.map(({ origin }) => origin))].toSorted();
  return {
    days: wanted.map((day) => ({ day, figures: sumDays(entries.filter((entry) => entry.day === day)) })),
    sites: origins.map((origin) => ({ origin, figures: sumDays(entries.filter((entry) => entry.origin === origin)) })),
    totals: keys
      .filter((key) => siteOfTotals(key) !== null)
      .map((key) => readStoredTotals(stored[key]))
      .reduce(addTotals, NO_TOTALS),
    chats: keys.filter(isChatsKey).flatMap((key) => readChatFigures(stored[key])),
  };
}

/** Keys of one read: 150 records in four reads take 20 ms, and 32 in one (Chromium 156). */
const MAX_KEYS = 40;

/** The parts are not read at one moment, but a watcher is notified of each change in between. */
async function readInParts(keys: readonly string[]): Promise<Record<string, unknown>> {
  const parts: Promise<Record<string, unknown>>[] = [];
  for (let at = 0; at < keys.length; at += MAX_KEYS)
    parts.push(browser.storage.local.get(keys.slice(at, at + MAX_KEYS)));
  return Object.assign({}, ...(await Promise.all(parts))) as Record<string, unknown>;
}

/** @returns everything done and found on a site, all time; zeros if nothing valid is stored */
export async function readTotals(origin: string): Promise<Totals> {
  return readStoredTotals((await browser.storage.local.get(totalsKey(origin)))[totalsKey(origin)]);
}

/** @returns the chats of a site that had calls or were cleaned, the latest first */
export async function readChats(origin: string): Promise<readonly ChatFigures[]> {
  return readChatFigures((await browser.storage.local.get(chatsKey(origin)))[chatsKey(origin)]).toReversed();
}

/**
 * Watches every change to what the functions above read. Watch first, then read, so that nothing is missed.
 * @param onChange called after each change, at most about once a second while replies stream
 * @param signal stops watching
 */
export function watchFigures(onChange: () => void, signal: AbortSignal): void {
  watchStorage((changes) => {
    if (Object.keys(changes).some((key) => isFiguresKey(key))) onChange();
  }, signal);
}

/** @returns the last days of the calendar, oldest first, `today` last */
export function lastDays(days: number, today: Day = dayOf(new Date())): readonly Day[] {
  return Array.from({ length: days }, (_, index) => addDays(today, index + 1 - days));
}

/** @returns the sums, each tool on its own; `longest` is the maximum */
export function sumDays(entries: readonly { readonly figures: DayFigures }[]): DayFigures {
  return entries.reduce((sum, { figures }) => addFigures(sum, figures, Number.POSITIVE_INFINITY), NO_FIGURES);
}

/** @returns the tools whose calls take longest on average, the slowest first, at most `most` */
export function slowestTools({ times }: DayFigures, most: number): readonly ToolSpeed[] {
  return Object.entries(times)
    .map(([tool, { calls, sum, longest }]) => ({ tool, calls, mean: sum / calls, longest }))
    .toSorted((a, b) => b.mean - a.mean || b.calls - a.calls)
    .slice(0, most);
}

/** @returns the share of faked calls, from 0 to 1; null if there were no calls */
export function fakedRate({ tools, imitated }: Pick<DayFigures, 'tools' | 'imitated'>): number | null {
  return tools + imitated === 0 ? null : imitated / (tools + imitated);
}
