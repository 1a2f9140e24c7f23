/** What pages of the extension read of the statistics. Everybody may read and watch; only the background writes. */
import { browser } from 'wxt/browser';
import { isObject } from '../normalizer/json-text.ts';
import type { Counts, Findings } from '../sites/messages.ts';
import { watchStorage } from '../sites/store.ts';
import { addDays, dayOf } from './calendar.ts';
import { readChatFigures, type ChatFigures } from './chats.ts';
import { NO_FIGURES, type Day, type DayFigures } from './day.ts';
import { add, addFindings, readCount, readFindingsList } from './findings.ts';
import { chatsKey, dayKey, dayOfKey, isFiguresKey, siteOfTotals, totalsKey } from './keys.ts';
import { addFigures, readFigures } from './sums.ts';

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

/** What was done and found, ever. */
export interface Totals {
  readonly counts: Counts;
  /** One entry for each kind of server; none where nothing was found. */
  readonly findings: readonly Findings[];
}

/** How long the calls of one tool take, in milliseconds. */
export interface ToolSpeed {
  /** '' for tools without a name, and for those beyond the names that are kept apart. */
  readonly tool: string;
  readonly calls: number;
  readonly mean: number;
  readonly longest: number;
}

/** Days that are kept, today included. */
export const KEPT_DAYS = 90;

type Stored = Record<string, unknown>;

/**
 * The figures of the last days, oldest first and today last, without gaps. Of one site that is one read of known keys.
 * @param origin null for the sums of all sites
 */
export async function readDays(origin: string | null, days: number): Promise<readonly DayEntry[]> {
  const wanted = lastDays(days);
  if (origin === null) {
    const sites = daysIn(await readAll(), wanted);
    return wanted.map((day) => ({ day, figures: sumDays(sites.filter((entry) => entry.day === day)) }));
  }
  const stored = await browser.storage.local.get(wanted.map((day) => dayKey(origin, day)));
  return wanted.map((day) => ({ day, figures: readFigures(stored[dayKey(origin, day)]) }));
}

/** @returns the sums of the last days of every site of which anything was counted in them, sorted by origin */
export async function readSiteFigures(days: number): Promise<readonly SiteFigures[]> {
  const entries = daysIn(await readAll(), lastDays(days));
  const origins = [...new Set(entries.map(({ origin }) => origin))].toSorted();
  return origins.map((origin) => ({ origin, figures: sumDays(entries.filter((entry) => entry.origin === origin)) }));
}

/** @returns what was done and found, ever; zeros where nothing or rubbish is stored. `origin`: null for all sites */
export async function readTotals(origin: string | null): Promise<Totals> {
  if (origin !== null) return readTotalsIn((await browser.storage.local.get(totalsKey(origin)))[totalsKey(origin)]);
  const stored = await readAll();
  return Object.keys(stored)
    .filter((key) => siteOfTotals(key) !== null)
    .map((key) => readTotalsIn(stored[key]))
    .reduce(addTotals, NO_TOTALS);
}

/** @returns what stands under the key of the sums of a site; zeros for rubbish */
export function readTotalsIn(value: unknown): Totals {
  if (!isObject(value)) return NO_TOTALS;
  const counts = { markers: readTotal(value.markers), tools: readTotal(value.tools), imitated: readTotal(value.imitated) };
  return { counts, findings: readFindingsList(value.findings) };
}

/** @returns the chats of a site of which calls were counted or that were cleaned, the one with the latest news first */
export async function readChats(origin: string): Promise<readonly ChatFigures[]> {
  return readChatFigures((await browser.storage.local.get(chatsKey(origin)))[chatsKey(origin)]).toReversed();
}

/**
 * Hears of every change to what the functions above read. Watch first, then read: so nothing is missed.
 * @param onChange called after each change, at most about once a second while replies stream
 * @param signal ends the watching
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

/** @returns the sums, every tool apart; of a tool's longest calls the longest */
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

/** @returns the share of calls that the model only wrote down, from 0 to 1; null where there were none at all */
export function imitationRate({ tools, imitated }: Pick<DayFigures, 'tools' | 'imitated'>): number | null {
  return tools + imitated === 0 ? null : imitated / (tools + imitated);
}

const NO_TOTALS: Totals = { counts: { markers: 0, tools: 0, imitated: 0 }, findings: [] };

/** Here a number that is too high is rubbish: sums end before. */
function readTotal(value: unknown): number {
  return Number.isSafeInteger(value) ? readCount(value, Number.MAX_SAFE_INTEGER) : 0;
}

/** Everything: which sites have figures, only the keys say. */
function readAll(): Promise<Stored> {
  return browser.storage.local.get(null);
}

function daysIn(stored: Stored, wanted: readonly Day[]): (DayEntry & SiteFigures)[] {
  return Object.keys(stored).flatMap((key) => {
    const of = dayOfKey(key);
    return of && wanted.includes(of.day) ? [{ ...of, figures: readFigures(stored[key]) }] : [];
  });
}


function addTotals(before: Totals, more: Totals): Totals {
  return {
    counts: {
      markers: add(before.counts.markers, more.counts.markers),
      tools: add(before.counts.tools, more.counts.tools),
      imitated: add(before.counts.imitated, more.counts.imitated),
    },
    findings: addFindings(before.findings, more.findings),
  };
}
