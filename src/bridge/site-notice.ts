import { createNotice } from '../badges/notice.ts';

/** Tells somebody who has switched a site on that it works, or that its page needs a reload. */
export interface SiteNotice {
  /** The site was switched on while this page was open. */
  expect(): void;
  /** Shows what is to be said now. @param late only a reload covers the whole page */
  update(state: { readonly enabled: boolean; readonly late: boolean }): void;
  remove(): void;
}

export function createSiteNotice(view: Window): SiteNotice {
  const notice = createNotice(view.document, () => view.location.reload());
  /** This page was open when the site was switched on, and has not shown a notice yet. */
  let news = view.document.readyState !== 'loading';

  return {
    expect() {
      news = true;
    },
    update({ enabled, late }) {
      try {
        if (!enabled) notice.remove();
        else if (late) notice.askReload();
        else if (news) notice.tellOn();
      } catch {
        // A page can prevent elements of ours: see `createPageBadges`.
      }
      if (enabled) news = false;
    },
    remove: notice.remove,
  };
}
