/**
 * Adds what page bridges tell, each message once and whenever it arrives: nobody answers, so none
 * is sent again. Bridges run inside pages, so anything they send may be made up: a page can only
 * falsify the statistics of its own site, within bounds, and can neither fill the storage nor keep
 * the background busy.
 */
import { browser, type Browser } from 'wxt/browser';
import { createRateLimit } from '../lib/rate-limit.ts';
import { isSite } from '../extension/origins.ts';
import { removeData, setData, stateVersion, storageKeys } from '../extension/storage.ts';
import { createQueue, reportFailure } from '../extension/promises.ts';
import { readModels } from '../settings/hermes.ts';
import { answerRequests, pageOf, type Page } from '../extension/messages.ts';
import { hermesKey, hermesModels, readSite, watchSites } from '../settings/store.ts';
import { today } from './calendar.ts';
import { addToChats, chatsKey, markHealed, markUnhealed, readChatFigures } from './chats.ts';
import {
  addToFigures,
  figuresKey,
  isNothing,
  readFigures,
  readNews,
  toStored,
  type Counts,
  type News,
} from './figures.ts';
import type { FigureRequest } from './requests.ts';
import {
  forgetOldWarnings,
  forgetWarnings,
  keepWarning,
  readWarningReport,
  WARNINGS_PREFIX,
  type WarningReport,
} from './warnings.ts';

/**
 * Messages of one tab in a second: its bridges send one each, and one for each note that is shown
 * or dismissed.
 */
const MESSAGES_A_SECOND = 10;

/**
 * Starts listening. Call it synchronously when the background starts.
 * @param onCounted called with what was counted on a page of a site that is on
 */
export function listenForCounts(onCounted: (page: Page, counts: Counts) => Promise<void>): void {
  /** Reading, adding and writing are one job, as many tabs write at once. */
  const inTurn = createQueue();
  const limits = new Map<number, () => boolean>();

  function allow(tabId: number): boolean {
    const limit = limits.get(tabId) ?? createRateLimit(MESSAGES_A_SECOND, () => performance.now());
    limits.set(tabId, limit);
    return limit();
  }

  function hear(page: Page, message: unknown): void {
    const news = readNews(message);
    const warning = readWarningReport(message);
    if (news) inTurn(() => count(page, news, onCounted)).catch(reportFailure('write its figures'));
    if (warning) inTurn(() => warn(page, warning)).catch(reportFailure('keep a warning'));
  }

  browser.runtime.onMessage.addListener(
    (message: unknown, sender: Browser.runtime.MessageSender) => {
      const page = pageOf(sender);
      if (page && allow(page.tabId)) hear(page, message);
    },
  );
  answerRequests<FigureRequest>(['healed', 'unhealed', 'forget-figures'], inTurn, carryOut);

  // Before anything is added.
  inTurn(stateVersion).catch(reportFailure('state the version of its data'));
  browser.runtime.onStartup.addListener(() => {
    inTurn(forgetOld).catch(reportFailure('forget old figures'));
  });
  browser.tabs.onRemoved.addListener((tabId) => void limits.delete(tabId));
  watchSites((origins) => {
    inTurn(() => forgetWhereOff(origins)).catch(reportFailure('forget the warnings of a site'));
  });
}

/** In private windows nothing is stored, and the icon shows the calls. */
async function count(
  page: Page,
  news: News,
  onCounted: Parameters<typeof listenForCounts>[0],
): Promise<void> {
  const { origin, incognito } = page;
  if (!(await readSite(origin)).enabled) return;
  if (!incognito) await addToSite(origin, news);
  await onCounted(page, news.counts);
}

async function addToSite(origin: string, news: News): Promise<void> {
  const day = today();
  const stored = await browser.storage.local.get([
    figuresKey(origin),
    chatsKey(origin),
    hermesKey(origin),
  ]);
  const figures = readFigures(stored[figuresKey(origin)]);
  const chats = readChatFigures(stored[chatsKey(origin)]);
  await setData({
    [figuresKey(origin)]: toStored(addToFigures(figures, news, day)),
    ...(news.chats.length > 0 && { [chatsKey(origin)]: addToChats(chats, news.chats) }),
    ...(news.hermes.length > 0 && {
      [hermesKey(origin)]: readModels([...hermesModels(origin, stored), ...news.hermes]),
    }),
  });
  if (!isNothing(news.counts) && !(day in figures.days)) await forgetOld();
}

async function warn({ origin, incognito }: Page, warning: WarningReport): Promise<void> {
  if (!incognito && (await readSite(origin)).enabled) await keepWarning(origin, warning);
}

async function carryOut(request: FigureRequest): Promise<void> {
  if (request.type === 'forget-figures') return forgetFigures(request.origin);
  const { type, origin, chat } = request;
  const key = chatsKey(origin);
  const known = readChatFigures((await browser.storage.local.get(key))[key]);
  await setData({
    [key]: type === 'healed' ? markHealed(known, chat, Date.now()) : markUnhealed(known, chat),
  });
}

/** Deletes everything that was counted. @param origin null for all sites */
async function forgetFigures(origin: string | null): Promise<void> {
  const prefixes = [figuresKey, chatsKey, hermesKey].map((key) => key('')).concat(WARNINGS_PREFIX);
  const keys = await storageKeys();
  await removeData(
    keys.filter((key) =>
      prefixes.some((prefix) =>
        origin === null ? key.startsWith(prefix) : key === prefix + origin,
      ),
    ),
  );
}

/** Deletes days, tools and warnings of too long ago, on all sites. */
async function forgetOld(): Promise<void> {
  const keys = await storageKeys();
  const figures = keys.filter((key) => key.startsWith(figuresKey('')));
  const stored = await browser.storage.local.get(figures);
  await setData(
    Object.fromEntries(figures.map((key) => [key, toStored(readFigures(stored[key]))])),
  );
  for (const key of keys) {
    const origin = key.startsWith(WARNINGS_PREFIX) ? key.slice(WARNINGS_PREFIX.length) : null;
    if (isSite(origin)) await forgetOldWarnings(origin);
  }
}

async function forgetWhereOff(origins: readonly string[]): Promise<void> {
  for (const origin of origins) if (!(await readSite(origin)).enabled) await forgetWarnings(origin);
}
