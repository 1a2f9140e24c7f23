/**
 * Keeps which messages were warned about, so that a faked call is warned about again after a reload and in other tabs.
 * Page bridges report them from inside pages, so an id may be made up: a page can only fill the list of its own site, which
 * is bounded, and push out what was in it.
 */
import { browser, type Browser } from 'wxt/browser';
import { removeData, setData, storageKeys } from '../../extension/storage.ts';
import { type Queue, reportFailure } from '../../extension/promises.ts';
import { pageOf } from '../../extension/messages.ts';
import { readSite, watchSites } from '../../settings/store.ts';
import { dayOf } from '../calendar.ts';
import { siteOfWarnings, warningsKey } from '../keys.ts';
import { createRateLimit } from '../rate-limit.ts';
import { readWarningsOf } from './read-warnings.ts';
import { readWarningNews, withWarning, type WarningNews } from './warnings.ts';

/** Messages a second from one tab, and the burst: a person dismisses one at a time, and few replies fake a call. */
const MESSAGES_A_SECOND = 5;

/**
 * Starts listening. Call it synchronously when the background starts.
 * @param inTurn the queue of all that is written of pages
 */
export function keepWarnings(inTurn: Queue): void {
  const { allow, forget } = createRateLimit(MESSAGES_A_SECOND);

  browser.runtime.onMessage.addListener((message: unknown, sender: Browser.runtime.MessageSender) => {
    const page = pageOf(sender);
    // Nothing is kept of private windows.
    if (!page || page.incognito) return;
    const news = readWarningNews(message);
    if (!news || !allow(page.tabId)) return;
    inTurn(() => keep(page.origin, news)).catch(reportFailure('keep a warning'));
  });
  browser.tabs.onRemoved.addListener(forget);
  browser.runtime.onStartup.addListener(() => {
    inTurn(forgetOld).catch(reportFailure('forget old warnings'));
  });
  watchSites((origins) => {
    inTurn(() => forgetWhereOff(origins)).catch(reportFailure('forget the warnings of a site'));
  });
}

async function keep(origin: string, news: WarningNews): Promise<void> {
  if (!(await readSite(origin)).enabled) return;
  const warnings = withWarning(await readWarningsOf(origin), news, dayOf(new Date()));
  await setData({ [warningsKey(origin)]: warnings });
}

async function forgetWhereOff(origins: readonly string[]): Promise<void> {
  for (const origin of origins) {
    if (!(await readSite(origin)).enabled) await removeData(warningsKey(origin));
  }
}

async function forgetOld(): Promise<void> {
  for (const key of await storageKeys()) {
    const origin = siteOfWarnings(key);
    if (origin === null) continue;
    const warnings = await readWarningsOf(origin);
    if (warnings.length > 0) await setData({ [key]: warnings });
    else await removeData(key);
  }
}
