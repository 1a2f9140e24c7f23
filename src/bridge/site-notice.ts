import type { PageNotice } from '../badges/notice.ts';

/** Tells somebody who has switched a site on that it works, or that its page needs a reload. */
export type SiteNotice = ReturnType<typeof createSiteNotice>;

/** @param notice the line at the top of the page */
export function createSiteNotice(view: Window, notice: PageNotice) {
  /** This page was open when the site was switched on, and has not shown a notice yet. */
  let news = view.document.readyState !== 'loading';

  return {
    /** The site was switched on while this page was open. */
    expect(): void {
      news = true;
    },
    /** Shows the notice that applies now. @param late only a reload covers the whole page */
    update({ enabled, late }: { readonly enabled: boolean; readonly late: boolean }): void {
      if (!enabled) notice.remove();
      else if (late) notice.askReload();
      else if (news) notice.tellOn();
      if (enabled) news = false;
    },
    remove: notice.remove,
  };
}
