import type { Popup } from '../browsers/driver.ts';

/** What the popup shows once it has read the storage: for `Driver.openPopup`. */
export const POPUP_READY = 'main:not(.opening)';

/** @returns the counts that an open popup shows in words, added up; 0 for one that it leaves out */
export function readPopupCounts(
  popup: Popup,
): Promise<Readonly<Record<'markers' | 'tools' | 'imitated', number>>> {
  return popup.evaluate(() => {
    const texts = (id: string) =>
      Array.from(document.querySelectorAll(`[data-count="${id}"]`), (of) => of.textContent);
    const shown = (id: string) =>
      texts(id).reduce((sum, text) => sum + Number(text.replace(/\D/g, '')), 0);
    return { markers: shown('markers'), tools: shown('tools'), imitated: shown('imitated') };
  });
}
