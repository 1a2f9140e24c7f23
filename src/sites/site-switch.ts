/**
 * Switches sites on and off. Whatever happens (a click, a grant, a revocation, an update, a
 * background stopped half-way) ends in `settle`, which brings storage and registrations in line
 * with the browser's permissions, so that no event has to be caught at the right moment.
 */
import { browser } from 'wxt/browser';
import { within, type Queue, reportFailure } from '../extension/promises.ts';
import { joinOpenPages } from './open-pages.ts';
import { addPause, endPauses, onPauseEnd, readPauses, removePause } from './pauses.ts';
import { addPending, readPending, removePending } from './pending.ts';
import { onlyPermitted } from './permissions.ts';
import { syncRegistrations } from './registration.ts';
import { answerRequests } from '../extension/messages.ts';
import { readEnabledSites, readSite, writeSite } from '../settings/store.ts';
import type { SiteRequest } from './requests.ts';

/** Milliseconds to wait for open pages; they take about 20. */
const JOIN_WITHIN = 1000;

/** In `storage.session`. */
const LOADED = 'loaded';

/**
 * Starts listening, and finishes what was left half-done. Call it synchronously when the background
 * starts.
 * @param inTurn one queue for everything: a grant that arrives while a request is being handled
 * waits for it
 */
export function listenForSiteRequests(inTurn: Queue): void {
  function settleInTurn(starts: boolean): void {
    inTurn(() => settle(starts)).catch(
      reportFailure('bring its sites in line with the permissions'),
    );
  }

  function settleAgain(): void {
    settleInTurn(false);
  }

  answerRequests<SiteRequest>(['site-on', 'site-off', 'site-pause'], inTurn, carryOut);
  browser.permissions.onAdded.addListener(settleAgain);
  browser.permissions.onRemoved.addListener(settleAgain);
  onPauseEnd(settleAgain);
  browser.runtime.onInstalled.addListener(settleAgain);
  browser.runtime.onStartup.addListener(settleAgain);
  // No event reports a background that was stopped half-way, or an add-on that was disabled and
  // enabled again.
  settleInTurn(true);
}

function carryOut({ type, origin }: SiteRequest): Promise<void> {
  return { 'site-on': switchOn, 'site-off': switchOff, 'site-pause': pause }[type](origin);
}

/**
 * Without the permission this only remembers the wish: the popup shows the prompt now, and the
 * grant completes it.
 */
async function switchOn(origin: string): Promise<void> {
  await addPending(origin);
  await settle();
}

/**
 * Switches a site off. The browser's grant remains: it may be wider than this site, and revoking it
 * is up to the person. Not safe to run concurrently: queue it.
 */
async function switchOff(origin: string): Promise<void> {
  await Promise.all([removePending(origin), removePause(origin)]);
  // Nothing is stored about a site that never was on, not even its address.
  const site = await readSite(origin);
  if (site.enabled) await writeSite(origin, { ...site, enabled: false });
  await settle();
}

async function pause(origin: string): Promise<void> {
  const site = await readSite(origin);
  if (site.enabled) {
    await addPause(origin);
    await writeSite(origin, { ...site, enabled: false });
  }
  await settle();
}

/**
 * Switches sites on that are pending or whose pause is over, if permitted, and sites that are on
 * off if no longer permitted. Then registers the scripts to match, and injects them into open pages
 * if anything was switched on, or if those that are there belong to an extension that was updated.
 * @param starts the background has just started
 */
async function settle(starts = false): Promise<void> {
  const [pending, pauses] = await Promise.all([readPending(), readPauses()]);
  const due = [...pauses].flatMap(([origin, ends]) => (ends === null ? [origin] : []));
  const switchedOn = await onlyPermitted([...new Set([...pending, ...due])]);
  for (const origin of switchedOn) {
    const { choices } = await readSite(origin);
    await writeSite(origin, { enabled: true, choices });
    await removePending(origin);
  }
  // A pause that ends where the browser lets us in no more must not turn the site on with some
  // later grant.
  await endPauses(pauses, new Set([...due, ...switchedOn]));
  const enabled = await readEnabledSites();
  const permitted = await onlyPermitted(enabled);
  for (const origin of enabled) {
    // Bridges in open tabs see this change and go quiet at once.
    if (!permitted.includes(origin))
      await writeSite(origin, { ...(await readSite(origin)), enabled: false, withdrawn: true });
  }
  await syncRegistrations();
  const joins = switchedOn.length > 0 || (starts && permitted.length > 0 && (await isJustLoaded()));
  // A page with an open dialog answers only once it is closed; other pages must not wait for it.
  if (joins) await within(joinOpenPages(permitted), JOIN_WITHIN);
}

/**
 * Returns whether the extension was loaded since the last call: started with the browser,
 * installed, updated, reloaded or enabled. Each of these empties `storage.session`, and leaves open
 * pages with scripts that no longer work.
 */
async function isJustLoaded(): Promise<boolean> {
  const stored: Record<string, unknown> = await browser.storage.session.get(LOADED);
  if (stored[LOADED] === true) return false;
  await browser.storage.session.set({ [LOADED]: true });
  return true;
}
