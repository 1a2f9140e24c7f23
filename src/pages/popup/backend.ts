/** Everything the popup asks of the browser, the background and the tab. */
import { browser } from 'wxt/browser';
import { chatIdIn, chatIdOf } from '../../healing/address.ts';
import { askBackground } from '../../extension/messages.ts';
import type {
  HookState,
  HookStateRequest,
  OpenChatRequest,
  RepliesSeen,
} from '../../bridge/hook-report.ts';
import { readReplyTrace, type ReplyTrace } from '../../bridge/reply-trace.ts';
import { isObject } from '../../normalizer/json/json-edit.ts';
import { ANSWERED_BY, type AnsweredBy } from '../../normalizer/progress/progress-types.ts';
import { readCount } from '../../stats/numbers.ts';
import { matchPattern, siteOf } from '../../extension/origins.ts';
import { within } from '../../extension/promises.ts';
import type { ChoiceRequest } from '../../settings/requests.ts';
import type { SiteRequest } from '../../sites/requests.ts';

export interface PopupTab {
  readonly id: number;
  /** Null where the extension cannot run. */
  readonly site: string | null;
  readonly loading: boolean;
  /** The chat named in its address, assuming an Open WebUI; null if there is none. */
  readonly chat: string | null;
  /** In a private window. */
  readonly incognito: boolean;
}

/** Why a press of the switch failed; null if it did not. */
export type SwitchProblem = 'denied' | 'not-saved' | null;

/**
 * Milliseconds in which the background must carry out a request; it waits up to a second for open
 * pages. After 5 s a slow one was said to have saved nothing, and the site was on.
 */
const DONE_WITHIN = 15_000;

/**
 * The tab under the popup, or the one named in the address (`popup.html?tab=12`) when the popup is
 * shown as a tab.
 * @returns null when there is none
 */
export async function readTab(search: string): Promise<PopupTab | null> {
  const named = Number(new URLSearchParams(search).get('tab') ?? Number.NaN);
  const tab = Number.isInteger(named)
    ? await browser.tabs.get(named)
    : (await browser.tabs.query({ active: true, currentWindow: true }))[0];
  if (tab?.id === undefined) return null;
  const { id, url, status, incognito } = tab;
  return {
    id,
    site: url ? siteOf(url) : null,
    loading: status === 'loading',
    incognito,
    chat: url ? chatIdOf(url) : null,
  };
}

/** The state reported by the tab's bridge. */
export interface TabAnswer {
  /** 'none': nobody answered. */
  readonly state: HookState | 'none';
  /** The page itself has fetched replies for Open WebUI since it was loaded. */
  readonly direct: boolean;
  /** Number of replies whose cleaning failed, as reported by the page's world. */
  readonly stopped: number;
  readonly replies: RepliesSeen;
  /** Who can answer the question of an agent on its page; null if none waits for this person. */
  readonly waitsFor: AnsweredBy | null;
  /** The chat that has to be opened for it; null: none. */
  readonly waitsIn: string | null;
  /** What became of the latest reply; null if there was none. */
  readonly trace: ReplyTrace | null;
}

/** Highest number of replies believed: a page can make them up. */
const MAX_STOPPED = 1000;

/** Nobody listens in the tab. */
export const NO_ANSWER: TabAnswer = {
  state: 'none',
  direct: false,
  stopped: 0,
  replies: 'none',
  waitsFor: null,
  waitsIn: null,
  trace: null,
};

/**
 * @param value answer of a page's bridge.
 * @returns anything of another shape counts as no answer
 */
export function readTabAnswer(value: unknown): TabAnswer {
  const { state, direct, stopped, replies, waitsFor, waitsIn, trace } = isObject(value)
    ? value
    : {};
  if (state !== 'active' && state !== 'late' && state !== 'silent') return NO_ANSWER;
  return {
    state,
    direct: direct === true,
    stopped: readCount(stopped, MAX_STOPPED),
    replies: replies === 'read' || replies === 'unread' ? replies : 'none',
    waitsFor: ANSWERED_BY.find((known) => known === waitsFor) ?? null,
    waitsIn: chatIdIn(waitsIn),
    trace: readReplyTrace(trace),
  };
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
 * Must be called synchronously in the click, or the browser does not ask. What is wanted is kept
 * first, without waiting for an answer: the prompt may close the popup before the background has
 * started, which then finishes the job.
 */
export async function switchOn(origin: string): Promise<SwitchProblem> {
  const noted = askBackground<SiteRequest>({ type: 'site-on', origin });
  let granted: boolean;
  try {
    granted = await browser.permissions.request({ origins: [matchPattern(origin)] });
  } catch {
    // Firefox throws if it does not take this for a user's click; either way nothing was granted.
    await switchOff(origin);
    return 'not-saved';
  }
  await noted;
  if (!granted) {
    // It must not take effect with some later grant.
    await switchOff(origin);
    return 'denied';
  }
  // Once more, now that it is permitted.
  return send({ type: 'site-on', origin });
}

export function switchOff(origin: string): Promise<SwitchProblem> {
  return send({ type: 'site-off', origin });
}

/** Pauses the site for an hour. */
export function pause(origin: string): Promise<SwitchProblem> {
  return send({ type: 'site-pause', origin });
}

/** Carries out all of these requests. */
export async function send(
  ...requests: readonly (SiteRequest | ChoiceRequest)[]
): Promise<SwitchProblem> {
  const answers = Promise.all(
    requests.map((request) => askBackground<SiteRequest | ChoiceRequest>(request)),
  );
  return (await within(answers, DONE_WITHIN))?.every((answer) => answer === true)
    ? null
    : 'not-saved';
}

/** Opens the chat in which an agent waits, in the page of the tab. */
export async function openChat(id: number): Promise<void> {
  const request: OpenChatRequest = { type: 'open-chat' };
  await browser.tabs.sendMessage(id, request, { frameId: 0 });
}

export async function reloadTab(id: number): Promise<void> {
  await browser.tabs.reload(id);
}

/** Whether this page is shown as a tab, as on phones, and not as the toolbar button's popup. */
export function isTab(): boolean {
  return !browser.extension.getViews({ type: 'popup' }).includes(window);
}
