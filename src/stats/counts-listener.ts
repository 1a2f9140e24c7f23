/**
 * Counts what page bridges report. They run inside pages, so anything they send may be made up: a page can only falsify
 * the statistics of its own site, within bounds, and can neither fill the storage nor keep the background busy.
 */
import { browser, type Browser } from 'wxt/browser';
import { showFigure } from '../sites/icon.ts';
import { type Queue, reportFailure } from '../extension/promises.ts';
import { isExtensionPage, pageOf, type Page } from '../extension/messages.ts';
import { readSite } from '../settings/store.ts';
import type { Batch } from './batch.ts';
import { readCountsRequest, readFigureRequest } from './requests.ts';
import { sumDays } from './read-figures.ts';
import {
  forgetFigures,
  forgetOldDays,
  keepBatches,
  keepHealed,
  keepKnownHermes,
  keepUnhealed,
  type Kept,
} from './write-figures.ts';
import { allLeft, leftIn, takeLeft } from './orphaned-batches.ts';
import { createRateLimit } from './rate-limit.ts';
import { addToTab, forgetNamelessPage, forgetTab } from './tab-figures.ts';

/**
 * Messages per second from one tab, and the burst; a page bridge sends about one a second, and one as its page closes.
 */
const MESSAGES_A_SECOND = 10;

/**
 * Starts listening. Call it synchronously when the background starts.
 * @param inTurn one queue for reading, adding and writing, so that nothing is lost when many tabs write
 */
export function listenForCounts(inTurn: Queue): void {
  const { allow, forget } = createRateLimit(MESSAGES_A_SECOND);

  /** Runs once a day, and when the browser starts. */
  function tidy(): void {
    inTurn(async () => takeLeft(await allLeft(), keep)).catch(reportFailure('count what pages left behind'));
    inTurn(forgetOldDays).catch(reportFailure('forget old figures'));
  }

  /** @returns the number of the last batch that need not be sent again */
  async function count(page: Page, name: string, batches: readonly Batch[]): Promise<number> {
    const { last, calls, newDay } = await inTurn(() =>
      page.incognito ? onlyShow(page.origin, batches) : keep(page.origin, name, batches),
    );
    // The page need not wait for these.
    if (newDay) tidy();
    if (calls > 0) inTurn(() => showCalls(page, calls)).catch(reportFailure('show a number on its icon'));
    return last;
  }

  /** @returns null for a message that is not answered */
  function work(message: unknown, sender: Browser.runtime.MessageSender): Promise<unknown> | null {
    const page = pageOf(sender);
    if (page) {
      const counts = allow(page.tabId) ? readCountsRequest(message) : null;
      return counts && count(page, counts.page, counts.batches);
    }
    const request = isExtensionPage(sender) ? readFigureRequest(message) : null;
    if (request?.type === 'healed') return inTurn(() => keepHealed(request.origin, request.chats)).then(yes);
    if (request?.type === 'unhealed') return inTurn(() => keepUnhealed(request.origin, request.chats)).then(yes);
    if (request?.type === 'forget-figures') return inTurn(() => forgetFigures(request.origin)).then(yes);
    return null;
  }

  browser.runtime.onMessage.addListener((message: unknown, sender, sendResponse) => {
    const answer = work(message, sender);
    if (!answer) return;
    void answer
      .catch((error: unknown) => {
        reportFailure('write its figures')(error);
        return null;
      })
      .then(sendResponse);
    // Keeps the channel open, both with and without the polyfill's wrapper.
    return true;
  });

  browser.storage.onChanged.addListener((changes, area) => {
    const left = area === 'local' ? leftIn(changes) : [];
    if (left.length > 0) inTurn(() => takeLeft(left, keep)).catch(reportFailure('count what a page left behind'));
  });

  browser.runtime.onStartup.addListener(tidy);

  browser.runtime.onInstalled.addListener(({ reason }) => {
    if (reason === 'update') inTurn(keepKnownHermes).catch(reportFailure('remember where Hermes answered'));
  });

  browser.tabs.onRemoved.addListener((tabId) => {
    forget(tabId);
    inTurn(() => forgetTab(tabId)).catch(reportFailure('forget a closed tab'));
  });

  browser.tabs.onUpdated.addListener((tabId, { status }) => {
    if (status === 'loading') inTurn(() => forgetNamelessPage(tabId)).catch(reportFailure('reset the count of a tab'));
  });
}

/** Adds batches; those of a site that is off are acknowledged but not counted. */
async function keep(origin: string, page: string, batches: readonly Batch[]): Promise<Kept> {
  if ((await readSite(origin)).enabled) return keepBatches(origin, page, batches);
  return { last: lastOf(batches), calls: 0, newDay: false };
}

/** For private windows: writes nothing, but shows the calls on the icon. */
async function onlyShow(origin: string, batches: readonly Batch[]): Promise<Kept> {
  const { tools, imitated } = sumDays(batches.flatMap(({ days }) => days));
  return { last: lastOf(batches), calls: (await readSite(origin)).enabled ? tools + imitated : 0, newDay: false };
}

function lastOf(batches: readonly Batch[]): number {
  return Math.max(...batches.map(({ number }) => number));
}

async function showCalls({ tabId, documentId }: Page, calls: number): Promise<void> {
  const open = await browser.tabs.get(tabId).then(yes, () => false);
  // The tab was closed as it sent this; its count has been deleted already.
  if (!open) return;
  await showFigure(tabId, await addToTab(tabId, documentId, calls));
}

function yes(): true {
  return true;
}
