/** Everything the popup asks of the browser, the background and the tab. */
import { browser } from 'wxt/browser';
import { chatIdOf } from '../../healing/address.ts';
import { askBackground } from '../../sites/ask-background.ts';
import type { HookStateRequest, Request, SiteState } from '../../sites/messages.ts';
import { matchPattern, siteOf } from '../../sites/origins.ts';
import { NO_ANSWER, readSiteState, readTabAnswer } from './read-answer.ts';
import type { TabAnswer } from './view-model.ts';

export interface PopupTab {
  readonly id: number;
  /** Null where the extension cannot run. */
  readonly site: string | null;
  readonly loading: boolean;
  /** The chat named in its address, assuming an Open WebUI; null if there is none. */
  readonly chat: string | null;
  /** In a private window. */
  readonly incognito: boolean;
  /** A `data:` picture or null: fetching any other would be a request of our own. */
  readonly icon: string | null;
}

/** The result of pressing the switch. */
export type SwitchResult = { readonly state: SiteState } | { readonly problem: 'denied' | 'cannot-ask' | 'not-saved' };

/**
 * The tab under the popup, or the one named in the address (`popup.html?tab=12`) when the popup is shown as a tab.
 * @returns null when there is none
 */
export async function readTab(search: string): Promise<PopupTab | null> {
  const named = Number(new URLSearchParams(search).get('tab') ?? Number.NaN);
  const tab = Number.isInteger(named)
    ? await browser.tabs.get(named)
    : (await browser.tabs.query({ active: true, currentWindow: true }))[0];
  if (tab?.id === undefined) return null;
  const { id, url, status, favIconUrl, incognito } = tab;
  const icon = favIconUrl?.startsWith('data:image/') ? favIconUrl : null;
  return {
    id,
    site: url ? siteOf(url) : null,
    loading: status === 'loading',
    incognito,
    chat: url ? chatIdOf(url) : null,
    icon,
  };
}

/** @returns null if the background does not answer or its answer is invalid */
export async function readState(origin: string): Promise<SiteState | null> {
  return readSiteState(await askBackground({ type: 'site-state', origin }));
}

export async function askTab(id: number): Promise<TabAnswer> {
  const request: HookStateRequest = { type: 'hook-state' };
  try {
    return readTabAnswer(await browser.tabs.sendMessage(id, request, { frameId: 0 }));
  } catch {
    // Nobody listens in that tab: it was loaded before the site was on, or has not loaded yet.
    return NO_ANSWER;
  }
}

/**
 * Must be called synchronously in the click, or the browser does not ask. The message to the background is sent first,
 * without waiting for its answer: the prompt may close the popup, and the background then finishes the job.
 */
export async function switchOn(origin: string): Promise<SwitchResult> {
  const noted = askBackground({ type: 'site-on', origin });
  let granted: boolean;
  try {
    granted = await browser.permissions.request({ origins: [matchPattern(origin)] });
  } catch {
    // Firefox throws if it does not take this for a user's click; either way nothing was granted.
    await withdraw(origin);
    return { problem: 'cannot-ask' };
  }
  await noted;
  if (!granted) {
    await withdraw(origin);
    return { problem: 'denied' };
  }
  // Once more, now that it is permitted: the answer reports the result.
  const state = readSiteState(await askBackground({ type: 'site-on', origin }));
  return state ? { state } : { problem: 'not-saved' };
}

export async function switchOff(origin: string): Promise<SwitchResult> {
  const state = readSiteState(await askBackground({ type: 'site-off', origin }));
  return state ? { state } : { problem: 'not-saved' };
}

/** Pauses the site for an hour. */
export async function pause(origin: string): Promise<SwitchResult> {
  const state = readSiteState(await askBackground({ type: 'site-pause', origin }));
  return state ? { state } : { problem: 'not-saved' };
}

/** Changes some settings. @param origin whose state is read afterwards */
export async function choose(origin: string, requests: readonly Request[]): Promise<SwitchResult> {
  const answers = await Promise.all(requests.map(askBackground));
  const state = answers.every((answer) => answer === true) ? await readState(origin) : null;
  return state ? { state } : { problem: 'not-saved' };
}

export async function reloadTab(id: number): Promise<void> {
  await browser.tabs.reload(id);
}

/** Calls back when anything the popup shows may have changed. */
export function onChange(changed: () => void, signal: AbortSignal): void {
  browser.storage.onChanged.addListener(changed);
  signal.addEventListener('abort', () => browser.storage.onChanged.removeListener(changed), { once: true });
}

/** Whether this page is shown as a tab, as on phones, and not as the toolbar button's popup. */
export function isTab(): boolean {
  return !browser.extension.getViews({ type: 'popup' }).includes(window);
}

/** A request that was denied must not take effect with some later grant. */
async function withdraw(origin: string): Promise<void> {
  await askBackground({ type: 'site-off', origin });
}
