/** Messages between the extension's own parts. Each room declares its own. */
import { browser, type Browser } from 'wxt/browser';
import { remember } from '../lib/bounded-map.ts';
import { isObject } from '../normalizer/json/json-edit.ts';
import { forgetRequest, keepRequest, nextKey, onKept, readKeptRequests } from './kept-requests.ts';
import { siteOf } from './origins.ts';
import { type Queue, reportFailure } from './promises.ts';

/** Answers remembered for messages that have yet to arrive. */
const MAX_FOUND = 100;

/** What every message names: by it the receiver knows its own. */
interface Typed {
  readonly type: string;
}

/**
 * The sender of a message by what the browser says, not by the message: a page of a site, in a tab
 * or in a frame.
 */
export interface Page {
  readonly origin: string;
  readonly tabId: number;
  /** In a frame, whether of another site or of its own. */
  readonly framed: boolean;
  /** In a private window. */
  readonly incognito: boolean;
}

/**
 * Returns whether one of our own pages sent it: only they may switch anything. A popup opened as a
 * tab has a `tab` too, so the URL decides: the browser fills it in, and for a content script it is
 * the page's.
 */
export function isExtensionPage({ id, url }: Browser.runtime.MessageSender): boolean {
  return (
    id === browser.runtime.id && url !== undefined && url.startsWith(browser.runtime.getURL('/'))
  );
}

/** @returns null for anything but our own script in a page of a site */
export function pageOf({ id, tab, frameId, url }: Browser.runtime.MessageSender): Page | null {
  if (
    id !== browser.runtime.id ||
    tab?.id === undefined ||
    frameId === undefined ||
    url === undefined
  )
    return null;
  const origin = siteOf(url);
  return origin === null
    ? null
    : { origin, tabId: tab.id, framed: frameId !== 0, incognito: tab.incognito === true };
}

/**
 * Sends a request to the background, which carries it out even if this page closes in the next
 * moment. Never rejects. Its type has to be named: `askBackground<SiteRequest>({ … })`.
 * @returns the answer, of unknown shape; null if there is none: nobody is listening, the background
 * stopped before answering, or the request failed
 */
export async function askBackground<R extends Typed = never>(
  request: NoInfer<R>,
): Promise<unknown> {
  const key = nextKey();
  void keepRequest(key, request);
  try {
    return (await browser.runtime.sendMessage({ ...request, key })) ?? null;
  } catch {
    return null; // no receiver
  }
}

/**
 * Answers requests of our own pages, which nobody else can send, with true once they are carried
 * out, and with null if that failed. Carries out, too, what was asked by pages that have closed
 * meanwhile. Call it synchronously when the background starts.
 * @param types those of the caller's requests; others get no answer
 * @param inTurn runs the requests one after another
 */
export function answerRequests<R extends Typed>(
  types: readonly R['type'][],
  inTurn: Queue,
  carryOut: (request: R) => Promise<unknown>,
): void {
  /** Answers to requests that were found before their messages arrived, by key. */
  const found = new Map<unknown, true | null>();

  async function perform(request: R): Promise<true | null> {
    try {
      await carryOut(request);
      return true;
    } catch (error) {
      reportFailure('do what a page of its own asked')(error);
      return null;
    }
  }

  async function answer({ key, ...request }: Readonly<Record<string, unknown>>) {
    const known = found.get(key);
    if (known !== undefined) return known;
    const done = await perform(request as unknown as R);
    if (typeof key === 'string') await forgetRequest(key);
    return done;
  }

  function catchUp(): void {
    inTurn(async () => {
      for (const { key, request } of await readKeptRequests(types)) {
        remember(found, key, await perform(request as unknown as R), MAX_FOUND);
        await forgetRequest(key);
      }
    }).catch(reportFailure('do what a page of its own had asked'));
  }

  browser.runtime.onMessage.addListener((message: unknown, sender, sendResponse) => {
    // Before anything is looked at: pages of sites may send large messages, and as many as they
    // like.
    if (
      !isExtensionPage(sender) ||
      !isObject(message) ||
      !types.some((type) => type === message.type)
    )
      return;
    void inTurn(() => answer(message))
      .catch(() => null)
      .then(sendResponse);
    // Keeps the channel open, both with and without the polyfill's wrapper.
    return true;
  });
  onKept(catchUp);
  // The change that has woken the background may not be announced to it.
  catchUp();
}
