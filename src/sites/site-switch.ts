/**
 * Switches sites on and off. Whatever happens (a click, a grant, a revocation, an update, a background stopped
 * half-way) ends in `settle`, which brings storage and registrations in line with the browser's permissions, so that no
 * event has to be caught at the right moment.
 */
import { browser } from 'wxt/browser';
import { within } from './within.ts';
import { joinOpenPages } from './open-pages.ts';
import { addPause, endPauses, onPauseEnd, readPauses, removePause } from './pauses.ts';
import { addPending, readPending, removePending } from './pending.ts';
import { onlyPermitted } from './permissions.ts';
import { createQueue } from './queue.ts';
import { readRequest } from './read-request.ts';
import { syncRegistrations } from './registration.ts';
import { reportFailure } from './report.ts';
import { isExtensionPage } from './sender.ts';
import { readSiteState } from './site-state.ts';
import { readEnabledSites, readSite, writeSite } from './store.ts';
import type { SiteRequest, SiteState } from './messages.ts';
import { copyManaged, keepChoices, POLICY_MS } from '../settings/keep-choices.ts';

/** Milliseconds to wait for open pages; they take about 20. */
const JOIN_WITHIN = 1000;

/** In `storage.session`. */
const LOADED = 'loaded';

/** What other parts of the background may use. */
export interface SiteSwitch {
  /** Switches a site off, after all earlier requests. */
  turnOff(origin: string): Promise<void>;
}

/** Starts listening, and finishes what was left half-done. Call it synchronously when the background starts. */
export function listenForSiteRequests(): SiteSwitch {
  /** One queue for everything: a grant that arrives while a request is being handled waits for it. */
  const inTurn = createQueue();

  function settleInTurn(starts: boolean): void {
    inTurn(() => settle(starts)).catch(reportFailure('bring its sites in line with the permissions'));
  }

  function settleAgain(): void {
    settleInTurn(false);
  }

  function copyManagedInTurn(options?: Parameters<typeof copyManaged>[0]): void {
    inTurn(() => copyManaged(options))
      .then((copied) => {
        if (!copied) setTimeout(copyManagedInTurn, POLICY_MS);
      })
      .catch(reportFailure('read the settings of an administrator'));
  }

  browser.runtime.onMessage.addListener((message: unknown, sender, sendResponse) => {
    // Before anything is parsed: pages of sites may send large messages, and as many as they like.
    if (!isExtensionPage(sender)) return;
    const request = readRequest(message);
    if (!request) return;
    void inTurn(() => answer(request))
      .catch((error: unknown) => {
        reportFailure('do what a page of its own asked')(error);
        return null;
      })
      .then(sendResponse);
    // Keeps the channel open, both with and without the polyfill's wrapper.
    return true;
  });
  browser.permissions.onAdded.addListener(settleAgain);
  browser.permissions.onRemoved.addListener(settleAgain);
  onPauseEnd(settleAgain);
  browser.runtime.onInstalled.addListener(settleAgain);
  browser.runtime.onStartup.addListener(settleAgain);
  browser.storage.onChanged.addListener((_changes, area) => {
    if (area === 'managed') copyManagedInTurn();
  });
  // No event reports a background that was stopped half-way, or an add-on that was disabled and enabled again.
  settleInTurn(true);
  copyManagedInTurn({ early: true });

  return {
    async turnOff(origin) {
      await inTurn(() => switchOff(origin));
    },
  };
}

async function answer(request: SiteRequest): Promise<SiteState | true> {
  switch (request.type) {
    case 'site-state':
      return readSiteState(request.origin);
    case 'site-on':
      return switchOn(request.origin);
    case 'site-off':
      return switchOff(request.origin);
    case 'site-pause':
      return pause(request.origin);
    default:
      await keepChoices(request);
      return true;
  }
}

/** Without the permission this only remembers the wish: the popup shows the prompt now, and the grant completes it. */
async function switchOn(origin: string): Promise<SiteState> {
  await addPending(origin);
  await settle();
  return readSiteState(origin);
}

/**
 * Switches a site off. The browser's grant remains: it may be wider than this site, and revoking it is up to the
 * person.
 */
async function switchOff(origin: string): Promise<SiteState> {
  await Promise.all([removePending(origin), removePause(origin)]);
  // Nothing is stored about a site that never was on, not even its address.
  const site = await readSite(origin);
  if (site.enabled) await writeSite(origin, { ...site, enabled: false });
  await settle();
  return readSiteState(origin);
}

async function pause(origin: string): Promise<SiteState> {
  const site = await readSite(origin);
  if (site.enabled) {
    await addPause(origin);
    await writeSite(origin, { ...site, enabled: false });
  }
  await settle();
  return readSiteState(origin);
}

/**
 * Switches sites on that are pending or whose pause is over, if permitted, and sites that are on off if no longer
 * permitted. Then registers the scripts to match, and injects them into open pages if anything was switched on, or if
 * those that are there belong to an extension that was updated.
 * @param starts the background has just started
 */
async function settle(starts = false): Promise<void> {
  const [pending, pauses] = await Promise.all([readPending(), readPauses()]);
  const due = [...pauses].flatMap(([origin, ends]) => (ends === null ? [origin] : []));
  const switchedOn = await onlyPermitted([...new Set([...pending, ...due])]);
  for (const origin of switchedOn) {
    await writeSite(origin, { ...(await readSite(origin)), enabled: true });
    await removePending(origin);
  }
  // A pause that ends where the browser lets us in no more must not turn the site on with some later grant.
  await endPauses(pauses, new Set([...due, ...switchedOn]));
  const enabled = await readEnabledSites();
  const permitted = await onlyPermitted(enabled);
  for (const origin of enabled) {
    // Bridges in open tabs see this change and go quiet at once.
    if (!permitted.includes(origin)) await writeSite(origin, { ...(await readSite(origin)), enabled: false });
  }
  await syncRegistrations();
  const joins = switchedOn.length > 0 || (starts && permitted.length > 0 && (await isJustLoaded()));
  // A page with an open dialog answers only once it is closed; other pages must not wait for it.
  if (joins) await within(joinOpenPages(permitted), JOIN_WITHIN);
}

/**
 * Returns whether the extension was loaded since the last call: started with the browser, installed, updated, reloaded
 * or enabled. Each of these empties `storage.session`, and leaves open pages with scripts that no longer work.
 */
async function isJustLoaded(): Promise<boolean> {
  const stored: Record<string, unknown> = await browser.storage.session.get(LOADED);
  if (stored[LOADED] === true) return false;
  await browser.storage.session.set({ [LOADED]: true });
  return true;
}
