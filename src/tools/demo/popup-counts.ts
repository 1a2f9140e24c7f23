import type { Popup } from '../browsers/driver.ts';

/** What the popup shows once it has read the storage: for `Driver.openPopup`. */
export const POPUP_READY = 'main:not(.opening)';

/**
 * @returns the counts as an open popup shows them in words, behind "More" too: those of tools by their outcome, added up;
 * 0 for one that it leaves out. A faked call is none of the markers.
 */
export function readPopupCounts(popup: Popup): Promise<Readonly<Record<'markers' | 'tools' | 'imitated', number>>> {
  return popup.evaluate(() => {
    const shown = (id: string): number =>
      [...document.querySelectorAll(`[data-count="${id}"]`)].reduce(
        (sum, { textContent }) => sum + Number(textContent.replace(/\D/g, '')),
        0,
      );
    return { markers: shown('markers'), tools: shown('tools'), imitated: shown('imitated') };
  });
}
