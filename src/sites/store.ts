/**
 * What is kept in storage.local. Everybody may read and watch; only the background writes.
 * Sites are keyed by origin and never leave this machine (no storage.sync: addresses of self-hosted servers are private).
 */
import { browser } from 'wxt/browser';
import { isObject } from '../normalizer/json-text.ts';
import { isSite } from './origins.ts';
import type { BadgeStay, Counts, Findings, Settings } from './messages.ts';
import { readFindingsList } from '../stats/findings.ts';

/** The user's word on a site. */
export interface Site {
  readonly enabled: boolean;
}

/** What a change touched; null = untouched. */
export interface SiteChange {
  readonly site: Site | null;
  readonly settings: Settings | null;
}

export const NO_COUNTS: Counts = { markers: 0, tools: 0, imitated: 0 };

const BADGE_STAYS: readonly BadgeStay[] = ['next-message', '10-seconds', 'always'];
const SITE_PREFIX = 'site:';
const COUNTS_PREFIX = 'counts:';
const SETTINGS_KEY = 'settings';

/** @returns what the user said of a site; off when nothing or rubbish is stored */
export async function readSite(origin: string): Promise<Site> {
  const key = SITE_PREFIX + origin;
  return toSite((await browser.storage.local.get(key))[key]);
}

/** @returns the settings; what is missing or rubbish is at its default */
export async function readSettings(): Promise<Settings> {
  return toSettings((await browser.storage.local.get(SETTINGS_KEY))[SETTINGS_KEY]);
}

/** @returns what was done on a site, ever; zeros where nothing or rubbish is stored */
export async function readCounts(origin: string): Promise<Counts> {
  const key = COUNTS_PREFIX + origin;
  return toCounts((await browser.storage.local.get(key))[key]);
}

/** @returns what was found in the streams of a site, ever; what is rubbish is left out */
export async function readFindings(origin: string): Promise<readonly Findings[]> {
  const key = COUNTS_PREFIX + origin;
  const stored = (await browser.storage.local.get(key))[key];
  return isObject(stored) ? readFindingsList(stored.findings) : [];
}

/** @returns the origins of all sites that are on, sorted */
export async function readEnabledSites(): Promise<string[]> {
  const stored = await browser.storage.local.get(null);
  return Object.keys(stored)
    .filter((key) => key.startsWith(SITE_PREFIX) && toSite(stored[key]).enabled)
    .map((key) => key.slice(SITE_PREFIX.length))
    .filter(isSite)
    .toSorted();
}

/**
 * Hears of every change to one site or to the settings, whoever made it. Watch first, then read: so nothing is missed.
 * @param origin the site
 * @param onChange called with what changed; also when a value was written again unchanged
 * @param signal ends the watching
 */
export function watch(origin: string, onChange: (change: SiteChange) => void, signal: AbortSignal): void {
  watchStorage((changes) => {
    const site = changes[SITE_PREFIX + origin];
    const settings = changes[SETTINGS_KEY];
    if (!site && !settings) return;
    onChange({ site: site ? toSite(site.newValue) : null, settings: settings ? toSettings(settings.newValue) : null });
  }, signal);
}

/**
 * Hears of every site that is switched on or off.
 * @param onChange called with the origins that changed
 * @param signal ends the watching; without it the watching goes on as long as this context
 */
export function watchSites(onChange: (origins: string[]) => void, signal?: AbortSignal): void {
  watchStorage((changes) => {
    const keys = Object.keys(changes).filter((key) => key.startsWith(SITE_PREFIX));
    if (keys.length > 0) onChange(keys.map((key) => key.slice(SITE_PREFIX.length)));
  }, signal);
}

/** For the background only. */
export async function writeSite(origin: string, site: Site): Promise<void> {
  await browser.storage.local.set({ [SITE_PREFIX + origin]: site });
}

/** For the background only. */
export async function writeSettings(settings: Settings): Promise<void> {
  await browser.storage.local.set({ [SETTINGS_KEY]: settings });
}

/**
 * For the background only, and there only from the queue that read the counts. Both stand under one key, so that what
 * removes the counts of a site removes its findings.
 */
export async function writeCounts(origin: string, counts: Counts, findings: readonly Findings[]): Promise<void> {
  const stored = findings.length === 0 ? counts : { ...counts, findings };
  await browser.storage.local.set({ [COUNTS_PREFIX + origin]: stored });
}

/** Whether `value` is one of the times a badge may stay. */
export function isBadgeStay(value: unknown): value is BadgeStay {
  return BADGE_STAYS.some((known) => known === value);
}

type Changes = Record<string, { readonly newValue?: unknown }>;

function watchStorage(onChange: (changes: Changes) => void, signal?: AbortSignal): void {
  if (signal?.aborted) return;
  function hear(changes: Changes, area: string): void {
    if (area === 'local') onChange(changes);
  }
  browser.storage.onChanged.addListener(hear);
  signal?.addEventListener('abort', () => browser.storage.onChanged.removeListener(hear), { once: true });
}

function toSite(value: unknown): Site {
  return { enabled: isObject(value) && value.enabled === true };
}

function toSettings(value: unknown): Settings {
  const stay = isObject(value) ? value.badgeStay : null;
  return { badgeStay: isBadgeStay(stay) ? stay : 'next-message' };
}

function toCounts(value: unknown): Counts {
  if (!isObject(value)) return NO_COUNTS;
  return { markers: toCount(value.markers), tools: toCount(value.tools), imitated: toCount(value.imitated) };
}

function toCount(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : 0;
}
