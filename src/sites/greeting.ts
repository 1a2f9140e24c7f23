/**
 * What a page says once after its site was switched on: the next step. In Open WebUI that may be
 * the companion, so its server is asked, through the page as always. Until it has answered somebody
 * who is signed in, each load of a page asks again: the server may have been down, or behind a page
 * of its proxy.
 */
import { browser } from 'wxt/browser';
import { createFunctionsApi, isRefusal } from '../companion/functions-api.ts';
import { hasOwnConnections, isAtLeast, readOpenWebUi } from '../detection/open-webui.ts';
import { createPageCalls } from '../detection/page-call.ts';
import { pageOf, type Page } from '../extension/messages.ts';
import { createQueue, reportFailure } from '../extension/promises.ts';
import { companionAddress, openPage } from '../extension/routes.ts';
import { setData } from '../extension/storage.ts';
import { isObject } from '../normalizer/json/json-edit.ts';
import { settle, type Settings } from '../settings/settings.ts';
import { readSiteConfig } from '../settings/store.ts';
import type { Greeting } from './requests.ts';

/**
 * What was found when a site was greeted; `signed-out`: an Open WebUI of which too little was
 * known.
 */
type Found = 'open-webui' | 'signed-out' | 'other';

const PREFIX = 'greeted:';
/** Milliseconds in which a line is read: a tab that is loaded again meanwhile gets it again. */
const READ_WITHIN = 10_000;

/** Starts listening. Call it synchronously when the background starts. */
export function listenForGreetings(): void {
  /** Of several tabs of a site, one is greeted. */
  const inTurn = createQueue();
  let last: { readonly page: Page; readonly greeting: Greeting; readonly at: number } | null = null;

  async function greetUntilRead(page: Page): Promise<Greeting | null> {
    const isLast = last?.page.origin === page.origin && last.page.tabId === page.tabId;
    const unread = last && isLast && Date.now() - last.at < READ_WITHIN ? last.greeting : null;
    const greeting = await greet(page, unread);
    if (greeting && greeting !== unread) last = { page, greeting, at: Date.now() };
    return greeting;
  }

  browser.runtime.onMessage.addListener(
    (message: unknown, sender, respond: (greeting: Greeting | null) => void) => {
      const page = isObject(message) ? pageOf(sender) : null;
      if (!page || page.framed || !isObject(message)) return undefined;
      if (message.type === 'show-companion') {
        last = null;
        // It shows what would be installed, and where; one more press there, out of the page's
        // reach, installs it.
        openPage(companionAddress(page.tabId, 'install')).catch(
          reportFailure('show how to install its companion'),
        );
      }
      // Nothing of a private window is kept, so nothing can be said there once.
      if (message.type !== 'greet' || sender.tab?.incognito) return undefined;
      inTurn(() => greetUntilRead(page)).then(respond, (error: unknown) => {
        reportFailure('say in a page that it is on')(error);
        respond(null);
      });
      return true;
    },
  );
}

/** @returns those of some sites that are an Open WebUI, or may be one */
export async function onlyOpenWebUis(sites: readonly string[]): Promise<readonly string[]> {
  const stored: Record<string, unknown> = await browser.storage.local.get(
    sites.map((site) => PREFIX + site),
  );
  return sites.filter((site) => stored[PREFIX + site] !== 'other');
}

/** @param unread what this tab was told and may not have shown */
async function greet({ origin, tabId }: Page, unread: Greeting | null): Promise<Greeting | null> {
  const key = PREFIX + origin;
  const before: unknown = (await browser.storage.local.get(key))[key];
  if (before === 'open-webui') return unread;
  const { enabled, chosen } = await readSiteConfig(origin);
  if (!enabled) return null;
  const [found, greeting] = await look(
    tabId,
    origin,
    settle(chosen.everywhere, chosen.site, chosen.managed),
  );
  // A tab that was closed or reloaded meanwhile gives no answer either, and that says nothing of
  // its server.
  if (found !== before && !(before === 'signed-out' && found === 'other'))
    await setData({ [key]: found });
  return before !== undefined && greeting === 'on' ? unread : greeting;
}

async function look(
  tabId: number,
  origin: string,
  { badges }: Settings,
): Promise<readonly [Found, Greeting]> {
  const calls = createPageCalls(tabId, origin);
  const server = await readOpenWebUi(calls);
  if (!server) return ['other', 'on'];
  const api = createFunctionsApi(calls.signedIn);
  const role = await api.role();
  const companion = isRefusal(role) ? role : await api.read(false);
  if (isRefusal(role) || isRefusal(companion)) return ['signed-out', 'on'];
  // Filters see the stream of a reply from 0.5.17 on.
  const lacks = companion === null && badges && isAtLeast(server.version, 0, 5, 17);
  // An admin installs it for everybody. Others may need nothing.
  const needs = lacks && (role === 'admin' || !(await hasOwnConnections(calls)));
  return ['open-webui', !needs ? 'on' : role === 'admin' ? 'install' : 'ask-admin'];
}
