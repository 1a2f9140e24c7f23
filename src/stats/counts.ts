/**
 * Adds up what page bridges report. They run inside pages, so whatever arrives may be made up: a page can only ever
 * falsify the counts of its own site, within bounds, and neither fill the storage nor keep the background busy.
 */
import { browser, type Browser } from 'wxt/browser';
import { showFigure } from '../sites/icon.ts';
import { siteOf } from '../sites/origins.ts';
import { createQueue } from '../sites/queue.ts';
import { readRequest } from '../sites/read-request.ts';
import { reportFailure } from '../sites/report.ts';
import { readCounts, readFindings, readSite, writeCounts } from '../sites/store.ts';
import { addFindings } from './findings.ts';
import { createRateLimit } from './rate-limit.ts';
import { addToTab, forgetNamelessPage, forgetTab } from './tab-figures.ts';
import type { Counts, Findings } from '../sites/messages.ts';

/** Messages a second from one tab, and the burst; a page bridge sends about one a second, and one when a page goes. */
const MESSAGES_A_SECOND = 10;

/** The top page of a tab that sent a message. */
interface Page {
  readonly origin: string;
  readonly tabId: number;
  /** The browser's name of the document, '' where it has none. */
  readonly documentId: string;
}

/** Starts listening. Call it synchronously when the background starts. */
export function listenForCounts(): void {
  /** One queue for reading, adding and writing: no message is lost when many tabs write. */
  const inTurn = createQueue();
  const { allow, forget } = createRateLimit(MESSAGES_A_SECOND);

  browser.runtime.onMessage.addListener((message: unknown, sender) => {
    const page = pageOf(sender);
    if (!page || !allow(page.tabId)) return;
    const request = readRequest(message);
    if (request?.type !== 'counts') return;
    inTurn(() => add(page, request.counts, request.findings)).catch(reportFailure('add to the counts'));
  });

  browser.tabs.onRemoved.addListener((tabId) => {
    forget(tabId);
    inTurn(() => forgetTab(tabId)).catch(reportFailure('forget a closed tab'));
  });

  browser.tabs.onUpdated.addListener((tabId, { status }) => {
    if (status === 'loading') inTurn(() => forgetNamelessPage(tabId)).catch(reportFailure('reset the count of a tab'));
  });
}

/** Only the top page of a tab counts; which site that is, the browser says and not the message. */
function pageOf(sender: Browser.runtime.MessageSender): Page | null {
  const { id, tab, frameId, url, documentId } = sender;
  if (id !== browser.runtime.id || tab?.id === undefined || frameId !== 0 || url === undefined) return null;
  const origin = siteOf(url);
  return origin === null ? null : { origin, tabId: tab.id, documentId: documentId ?? '' };
}

async function add({ origin, tabId, documentId }: Page, more: Counts, found: readonly Findings[]): Promise<void> {
  if (more.markers + more.tools + more.imitated + found.length === 0) return;
  if (!(await readSite(origin)).enabled) return;
  const before = await readCounts(origin);
  const sums = {
    markers: sum(before.markers, more.markers),
    tools: sum(before.tools, more.tools),
    imitated: sum(before.imitated, more.imitated),
  };
  await writeCounts(origin, sums, addFindings(await readFindings(origin), found));
  const calls = await addToTab(tabId, documentId, more.tools + more.imitated);
  await showFigure(tabId, calls);
}

/** A sum beyond what a number counts exactly would be read as rubbish, and so as zero. */
function sum(a: number, b: number): number {
  return Math.min(a + b, Number.MAX_SAFE_INTEGER);
}
