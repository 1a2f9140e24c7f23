import { browser } from 'wxt/browser';
import type { PageNotice } from '../badges/notice.ts';
import type { Greeting, GreetingRequest } from '../sites/requests.ts';

/**
 * Tells somebody who has switched a site on that it works and what to do next, or that its page
 * needs a reload.
 */
export type SiteNotice = ReturnType<typeof createSiteNotice>;

/** @param notice the line at the top of the page */
export function createSiteNotice(view: Window, notice: PageNotice) {
  /** This page was open when the site was switched on, and has not shown a notice yet. */
  let news = view.document.readyState !== 'loading';
  let works = false;

  async function greet(wasOpen: boolean): Promise<void> {
    const greeting = await askForGreeting();
    // Meanwhile the site may have been switched off.
    if (works && (greeting || wasOpen)) notice.greet(greeting);
  }

  return {
    /** The site was switched on while this page was open. */
    expect(): void {
      news = true;
    },
    /** Shows the notice that applies now. @param late only a reload covers the whole page */
    update({ enabled, late }: { readonly enabled: boolean; readonly late: boolean }): void {
      const worked = works;
      works = enabled && !late;
      if (!enabled) notice.remove();
      else if (late) notice.askReload();
      else if (!worked) void greet(news);
      if (enabled) news = false;
    },
    remove: notice.remove,
  };
}

/** @returns null if everything was said on this site */
async function askForGreeting(): Promise<Greeting | null> {
  const request: GreetingRequest = { type: 'greet' };
  try {
    const answer: unknown = await browser.runtime.sendMessage(request);
    return (['on', 'install', 'ask-admin'] as const).find((known) => known === answer) ?? null;
  } catch {
    return null; // nobody listens, or the extension was reloaded
  }
}
