import type { Popup } from '../browsers/driver.ts';

/** What the popup shows once it has read the storage: for `Driver.openPopup`. */
export const POPUP_READY = 'main:not(.opening)';

/** @returns the counts as an open popup shows them; "0" for one that it leaves out because it is zero */
export function readPopupCounts(popup: Popup): Promise<Readonly<Record<'markers' | 'tools' | 'imitated', string>>> {
  return popup.evaluate(() => {
    const shown = (id: string): string => document.querySelector(`[data-count="${id}"]`)?.textContent ?? '0';
    return { markers: shown('markers'), tools: shown('tools'), imitated: shown('imitated') };
  });
}
