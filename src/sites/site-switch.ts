/**
 * Switches sites on and off. Whatever happens (a click, a grant, a revocation, an update, a background stopped half-way)
 * ends in `settle`, which brings storage and registrations in line with what the browser permits, so that no event has
 * to be caught at the right moment.
 */
import { browser } from 'wxt/browser';
import { within } from './within.ts';
import { joinOpenPages } from './open-pages.ts';
import { addPending, readPending, removePending } from './pending.ts';
import { onlyPermitted } from './permissions.ts';
import { createQueue } from './queue.ts';
import { readRequest } from './read-request.ts';
import { syncRegistrations } from './registration.ts';
import { reportFailure } from './report.ts';
import { isExtensionPage } from './sender.ts';
import { readSiteState } from './site-state.ts';
import { readEnabledSites, readSite, writeSite } from './store.ts';
import type { FigureRequest, Request, SiteState } from './messages.ts';
import { copyManaged, keepChoices, POLICY_MS } from '../settings/keep-choices.ts';

/** Milliseconds that open pages are waited for; they take about 20. */
const JOIN_WITHIN = 1000;

/** What our own pages ask. */
type PageRequest = Exclude<Request, FigureRequest>;

/** What other parts of the background may ask. */
export interface SiteSwitch {
  /** Switches a site off, after all that was asked before. */
  turnOff(origin: string): Promise<void>;
}

/** Starts listening, and settles what is unsettled. Call it synchronously when the background starts. */
export function listenForSiteRequests(): SiteSwitch {
  /** One queue for everything: a grant that arrives while a request is being answered waits for it. */
  const inTurn = createQueue();

  function settleInTurn(): void {
    inTurn(settle).catch(reportFailure('bring its sites in line with the permissions'));
  }

  function copyManagedInTurn(options?: Parameters<typeof copyManaged>[0]): void {
    inTurn(() => copyManaged(options))
      .then((copied) => {
        if (!copied) setTimeout(copyManagedInTurn, POLICY_MS);
      })
      .catch(reportFailure('read the settings of an administrator'));
  }

  browser.runtime.onMessage.addListener((message: unknown, sender, sendResponse) => {
    // Before anything is looked at: pages of sites send large messages, and as many as they like.
    if (!isExtensionPage(sender)) return;
    const request = readRequest(message);
    if (!request || isFigureRequest(request)) return;
    void inTurn(() => answer(request))
      .catch((error: unknown) => {
        reportFailure('do what a page of its own asked')(error);
        return null;
      })
      .then(sendResponse);
    // Keeps the channel open, with the polyfill's wrapper and without.
    return true;
  });
  browser.permissions.onAdded.addListener(settleInTurn);
  browser.permissions.onRemoved.addListener(settleInTurn);
  browser.runtime.onInstalled.addListener(settleInTurn);
  browser.runtime.onStartup.addListener(settleInTurn);
  browser.storage.onChanged.addListener((_changes, area) => {
    if (area === 'managed') copyManagedInTurn();
  });
  // No event tells of a background that was stopped half-way or of an add-on that was switched off and on again.
  settleInTurn();
  copyManagedInTurn({ early: true });

  return {
    async turnOff(origin) {
      await inTurn(() => switchOff(origin));
    },
  };
}

/** The statistics answer them: src/stats/counts-listener.ts. */
const FIGURE_REQUESTS: Readonly<Record<FigureRequest['type'], true>> = {
  counts: true,
  healed: true,
  unhealed: true,
  'forget-figures': true,
};

function isFigureRequest(request: Request): request is FigureRequest {
  return Object.hasOwn(FIGURE_REQUESTS, request.type);
}

async function answer(request: PageRequest): Promise<SiteState | true> {
  switch (request.type) {
    case 'site-state':
      return readSiteState(request.origin);
    case 'site-on':
      return switchOn(request.origin);
    case 'site-off':
      return switchOff(request.origin);
    default:
      await keepChoices(request);
      return true;
  }
}

/** Without the permission this is only noted: the popup shows the prompt now, and the grant completes it. */
async function switchOn(origin: string): Promise<SiteState> {
  await addPending(origin);
  await settle();
  return readSiteState(origin);
}

/** The browser's grant stays: it may be wider than this site, and taking it back is the person's own business. */
async function switchOff(origin: string): Promise<SiteState> {
  await removePending(origin);
  // Of a site that never was on, nothing is kept: not even its address.
  const site = await readSite(origin);
  if (site.enabled) await writeSite(origin, { ...site, enabled: false });
  await settle();
  return readSiteState(origin);
}

/**
 * Pending and permitted: on. On and no longer permitted: off. Then the scripts to match, which join open pages where
 * something was switched on.
 */
async function settle(): Promise<void> {
  const switchedOn = await onlyPermitted(await readPending());
  for (const origin of switchedOn) {
    await writeSite(origin, { ...(await readSite(origin)), enabled: true });
    await removePending(origin);
  }
  const enabled = await readEnabledSites();
  const permitted = await onlyPermitted(enabled);
  for (const origin of enabled) {
    // Bridges in open tabs see this change and go quiet at once.
    if (!permitted.includes(origin)) await writeSite(origin, { ...(await readSite(origin)), enabled: false });
  }
  await syncRegistrations();
  // A page that shows a dialog answers when that is closed: others are not to wait for it.
  if (switchedOn.length > 0) await within(joinOpenPages(permitted), JOIN_WITHIN);
}
