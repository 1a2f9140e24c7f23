/**
 * Writes the statistics. For the background only, and only from one queue, because each function reads, adds and
 * writes. What belongs together is written in one call, which browsers carry out entirely or not at all (Chromium: one
 * batch of its database; Firefox: one transaction). So the background may be stopped at any moment.
 */
import { browser } from 'wxt/browser';
import { removeData, setData, storageKeys } from '../extension/storage.ts';
import { lastApplied, readApplied, withApplied } from './applied-batches.ts';
import type { Batch, DayNews } from './batch.ts';
import { addDays, dayOf, nearDay } from './calendar.ts';
import { addChatCalls, markHealed, markUnhealed, readChatFigures } from './chats.ts';
import { NO_FIGURES, type Day, type DayFigures } from './day.ts';
import { HERMES } from './findings.ts';
import { KEPT_DAYS, sumDays } from './read-figures.ts';
import { appliedKey, chatsKey, countedKeys, dayKey, dayOfKey, FORMER_KEYS, siteOfTotals, totalsKey } from './keys.ts';
import { hermesKey } from '../settings/store.ts';
import { addFigures, hasFigures, readFigures } from './add-figures.ts';
import {
  addTotals,
  NO_TOTALS,
  readStoredTotals,
  toStoredTotals,
  withDay,
  type RecentDays,
  type Totals,
} from './totals.ts';

/** The result of a message. */
export interface Kept {
  /** The last batch of the page that is part of the totals. */
  readonly last: number;
  /** Tool calls among what was just added, faked ones included. */
  readonly calls: number;
  /** It was the first of its day on its site. */
  readonly newDay: boolean;
}

/**
 * Adds those batches of a page that were not added yet. A page says on which day something happened, as it may report
 * it after midnight; a day more than one away from the background's own counts as the nearest allowed day.
 */
export async function keepBatches(origin: string, page: string, batches: readonly Batch[]): Promise<Kept> {
  const keys = [appliedKey(origin), totalsKey(origin), chatsKey(origin)];
  const today = dayOf(new Date());
  const near = [-1, 0, 1].map((away) => addDays(today, away));
  const stored = await browser.storage.local.get([...keys, ...near.map((day) => dayKey(origin, day))]);

  const applied = readApplied(stored[appliedKey(origin)]);
  const before = lastApplied(applied, page);
  const fresh = batches.filter(({ number }) => number > before);
  const last = Math.max(before, ...fresh.map(({ number }) => number));
  if (fresh.length === 0) return { last, calls: 0, newDay: false };

  const news = fresh.flatMap(({ days }) => days);
  const sums = sumDays(news);
  const chats = news.flatMap((one) => one.chats);
  const days = daysChange(origin, news, stored, today);
  await setData({
    ...days,
    ...totalsChange(origin, stored, {
      counts: sums,
      findings: fresh.flatMap(({ findings }) => findings),
      recent: recentOf(news, today),
    }),
    ...(chats.length > 0 && { [chatsKey(origin)]: addChatCalls(readChatFigures(stored[chatsKey(origin)]), chats) }),
    ...(fresh.some(({ hermes }) => hermes) && { [hermesKey(origin)]: true }),
    [appliedKey(origin)]: withApplied(applied, page, last),
  });
  return {
    last,
    calls: sums.tools + sums.imitated,
    newDay: Object.keys(days).some((key) => stored[key] === undefined),
  };
}

/** Records that these chats of a site were just cleaned. */
export async function keepHealed(origin: string, chats: readonly string[]): Promise<void> {
  const now = new Date();
  const day = dayKey(origin, dayOf(now));
  const stored = await browser.storage.local.get([day, chatsKey(origin)]);
  await setData({
    [day]: addFigures(readFigures(stored[day]), { ...NO_FIGURES, healed: chats.length }),
    [chatsKey(origin)]: markHealed(readChatFigures(stored[chatsKey(origin)]), chats, now.getTime()),
  });
}

/** Records that the cleaning of these chats of a site was undone. The day's count of cleaned chats does not change. */
export async function keepUnhealed(origin: string, chats: readonly string[]): Promise<void> {
  const key = chatsKey(origin);
  const known = readChatFigures((await browser.storage.local.get(key))[key]);
  if (known.length > 0) await setData({ [key]: markUnhealed(known, chats) });
}

/** Deletes days that are too old, on all sites, and what earlier versions left that nothing reads any more. */
export async function forgetOldDays(): Promise<void> {
  const oldest = addDays(dayOf(new Date()), 1 - KEPT_DAYS);
  const keys = await storageKeys();
  const former = FORMER_KEYS.filter((key) => keys.includes(key));
  if (former.length > 0) await removeData(former);
  const old = keys.flatMap((key) => {
    const of = dayOfKey(key);
    return of && of.day < oldest ? [{ key, origin: of.origin }] : [];
  });
  if (old.length === 0) return;
  await forgetRecent(new Set(old.map(({ origin }) => origin)), oldest);
  await removeData(old.map(({ key }) => key));
}

/**
 * Remembers the sites where a Hermes server has answered, after an update from a version that noted it only in the
 * findings. Otherwise markers in their old chats would stay until Hermes answers again.
 */
export async function keepKnownHermes(): Promise<void> {
  const keys = (await storageKeys()).filter((key) => siteOfTotals(key) !== null);
  const known = Object.entries(await browser.storage.local.get(keys)).flatMap(([key, value]) => {
    const origin = siteOfTotals(key);
    const isHermes = readStoredTotals(value).findings.some(({ server }) => server === HERMES);
    return origin !== null && isHermes ? [[hermesKey(origin), true]] : [];
  });
  if (known.length > 0) await setData(Object.fromEntries(known));
}

/**
 * Deletes everything that was counted: days, totals, chats.
 * @param origin null for all sites
 */
export async function forgetFigures(origin: string | null): Promise<void> {
  const keys = countedKeys(await storageKeys(), origin);
  if (keys.length > 0) await removeData(keys);
}

/** Deletes the days stored beside the totals of these sites, together with the days themselves. */
async function forgetRecent(origins: ReadonlySet<string>, oldest: Day): Promise<void> {
  const stored = await browser.storage.local.get([...origins].map(totalsKey));
  const changes = Object.entries(stored).flatMap(([key, value]) => {
    const totals = readStoredTotals(value);
    const days = Object.entries(totals.recent);
    const kept = days.filter(([day]) => day >= oldest);
    return kept.length < days.length ? [[key, toStoredTotals({ ...totals, recent: Object.fromEntries(kept) })]] : [];
  });
  if (changes.length > 0) await setData(Object.fromEntries(changes));
}

type Stored = Readonly<Record<string, unknown>>;

function daysChange(origin: string, news: readonly DayNews[], stored: Stored, today: Day): Stored {
  const days = new Map<string, DayFigures>();
  for (const { day, figures } of news) {
    if (!hasFigures(figures)) continue;
    const key = dayKey(origin, nearDay(day, today));
    days.set(key, addFigures(days.get(key) ?? readFigures(stored[key]), figures));
  }
  return Object.fromEntries(days);
}

function recentOf(news: readonly DayNews[], today: Day): RecentDays {
  return news.reduce((days, { day, figures }) => withDay(days, nearDay(day, today), figures), NO_TOTALS.recent);
}

function totalsChange(origin: string, stored: Stored, more: Totals): Stored {
  const { markers, tools, imitated } = more.counts;
  if (markers + tools + imitated + more.findings.length === 0) return {};
  const key = totalsKey(origin);
  return { [key]: toStoredTotals(addTotals(readStoredTotals(stored[key]), more)) };
}
