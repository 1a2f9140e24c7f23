/** Keys of the statistics in storage.local. One key per site and day, so that each write is small. */
import { isSite } from '../extension/origins.ts';
import { hermesKey, isHermesKey } from '../settings/store.ts';
import { isPageName } from './batch.ts';
import { isDay } from './calendar.ts';
import type { Day } from './day.ts';

const DAY = 'day:';
const TOTALS = 'counts:';
const CHATS = 'chats:';
const APPLIED = 'applied:';
const LEFT = 'left:';
const WARNED = 'warned:';
/** What earlier versions stored and nothing reads any more: days on which they had looked for old ones. */
export const FORMER_KEYS: readonly string[] = ['seen-days'];
/** A day and the colon before it. */
const DAY_LENGTH = ':2026-11-22'.length;
/** The name of a page and the colon before it. */
const PAGE_LENGTH = ':0123456789abcdef'.length;

/** The counts of one day. */
export function dayKey(origin: string, day: Day): string {
  return `${DAY}${origin}:${day}`;
}

/** All-time totals. */
export function totalsKey(origin: string): string {
  return TOTALS + origin;
}

/** Calls by chat. */
export function chatsKey(origin: string): string {
  return CHATS + origin;
}

/** Which batches are part of the totals. */
export function appliedKey(origin: string): string {
  return APPLIED + origin;
}

/** Which messages were warned about. */
export function warningsKey(origin: string): string {
  return WARNED + origin;
}

/** @returns the site whose warnings are under a key, null for any other key */
export function siteOfWarnings(key: string): string | null {
  const origin = key.startsWith(WARNED) ? key.slice(WARNED.length) : null;
  return isSite(origin) ? origin : null;
}

/** Batches that a page left behind as it closed. */
export function leftKey(origin: string, page: string): string {
  return `${LEFT}${origin}:${page}`;
}

/** @returns the parts of a key for batches left behind; null for any other key */
export function pageOfKey(key: string): { readonly origin: string; readonly page: string } | null {
  if (!key.startsWith(LEFT)) return null;
  const origin = key.slice(LEFT.length, -PAGE_LENGTH);
  const page = key.slice(1 - PAGE_LENGTH);
  return isSite(origin) && isPageName(page) ? { origin, page } : null;
}

/** @returns the parts of a key for a day; null for any other key */
export function dayOfKey(key: string): { readonly origin: string; readonly day: Day } | null {
  if (!key.startsWith(DAY)) return null;
  const origin = key.slice(DAY.length, -DAY_LENGTH);
  const day = key.slice(1 - DAY_LENGTH);
  return isSite(origin) && isDay(day) ? { origin, day } : null;
}

/** @returns the site of a key for totals; null for any other key */
export function siteOfTotals(key: string): string | null {
  const origin = key.startsWith(TOTALS) ? key.slice(TOTALS.length) : null;
  return isSite(origin) ? origin : null;
}

/** Returns whether a key is for calls by chat. */
export function isChatsKey(key: string): boolean {
  return key.startsWith(CHATS);
}

/** Returns whether a key is for statistics that are shown: of this site, or of any if null. */
export function isFiguresKey(key: string, origin: string | null = null): boolean {
  if (![DAY, TOTALS, CHATS].some((prefix) => key.startsWith(prefix))) return false;
  return origin === null || key === totalsKey(origin) || key === chatsKey(origin) || dayOfKey(key)?.origin === origin;
}

/** @returns those of the keys that belong to anything counted of this site, or of any if null */
export function countedKeys(keys: readonly string[], origin: string | null): string[] {
  return keys.filter((key) => isFiguresKey(key, origin) || isWorkKey(key, origin));
}

function isWorkKey(key: string, origin: string | null): boolean {
  if (origin === null) return isHermesKey(key) || [APPLIED, LEFT, WARNED].some((prefix) => key.startsWith(prefix));
  const keys = [appliedKey(origin), hermesKey(origin), warningsKey(origin)];
  return keys.includes(key) || pageOfKey(key)?.origin === origin;
}
