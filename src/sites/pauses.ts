/**
 * Sites that a person paused: off, and on again by themselves. An alarm wakes the background then;
 * if the browser has lost it, as Firefox does when it closes, the next start notices that the time
 * is over.
 */
import { browser } from 'wxt/browser';
import { removeData, setData, storageKeys } from '../extension/storage.ts';
import { isSite } from '../extension/origins.ts';

/** Milliseconds that a pause lasts. */
export const PAUSE_MS = 3_600_000;
const PREFIX = 'paused:';
const ALARM = 'resume';

/** The key in storage.local for the end of a site's pause. */
export function pauseKey(origin: string): string {
  return PREFIX + origin;
}

/**
 * @param stored the value under `pauseKey`, of any shape
 * @param now milliseconds since 1970
 * @returns when the pause ends, in the same unit; null if none is active
 */
export function readPause(stored: unknown, now: number): number | null {
  return typeof stored === 'number' && isRunning(stored, now) ? stored : null;
}

/** Pauses a site from now on. For the background only, like the other functions that write. */
export async function addPause(origin: string): Promise<void> {
  await setData({ [pauseKey(origin)]: Date.now() + PAUSE_MS });
}

/** Ends the pause of a site, however long it would last. */
export async function removePause(origin: string): Promise<void> {
  await removeData(pauseKey(origin));
}

/** @returns when each pause ends, by origin; null for one that is over */
export async function readPauses(): Promise<ReadonlyMap<string, number | null>> {
  const keys = (await storageKeys('local')).filter(
    (key) => key.startsWith(PREFIX) && isSite(key.slice(PREFIX.length)),
  );
  if (keys.length === 0) return new Map();
  const stored: Record<string, unknown> = await browser.storage.local.get(keys);
  const now = Date.now();
  return new Map(keys.map((key) => [key.slice(PREFIX.length), readPause(stored[key], now)]));
}

/**
 * Ends the pauses of these sites, and schedules an alarm for the next one that ends.
 * @param pauses all active ones
 */
export async function endPauses(
  pauses: ReadonlyMap<string, number | null>,
  sites: ReadonlySet<string>,
): Promise<void> {
  if (pauses.size === 0) return;
  const over = [...pauses.keys()].filter((origin) => sites.has(origin));
  if (over.length > 0) await removeData(over.map(pauseKey));
  const ends = [...pauses].flatMap(([origin, end]) =>
    end === null || sites.has(origin) ? [] : [end],
  );
  if (ends.length === 0) await browser.alarms.clear(ALARM);
  else await browser.alarms.create(ALARM, { when: Math.min(...ends) });
}

/** Calls back when a pause ends. Call it synchronously when the background starts. */
export function onPauseEnd(resume: () => void): void {
  browser.alarms.onAlarm.addListener(({ name }) => {
    if (name === ALARM) resume();
  });
}

/** A pause longer than any possible one began before the clock was set back. */
function isRunning(end: number, now: number): boolean {
  return end > now && end <= now + PAUSE_MS;
}
