import * as backend from './backend.ts';
import type { PopupTab } from './backend.ts';
import { readStoredState, type StoredState } from './stored-state.ts';
import { within } from '../../extension/promises.ts';

/** What is known before the first paint. */
export interface FirstLook {
  readonly tab: PopupTab | null;
  /** Null if the extension cannot run there, or if the storage did not answer in time. */
  readonly stored: StoredState | null;
}

/** Milliseconds after which the popup is painted with whatever is known. */
const PAINT_WITHIN = 150;

/**
 * Reads the tab and what is stored of its site, so that the popup has its final size from the first paint on.
 * @param search query of the popup's own address
 * @returns null if that takes too long
 */
export function firstLook(search: string): Promise<FirstLook | null> {
  return within(look(search), PAINT_WITHIN);
}

async function look(search: string): Promise<FirstLook> {
  const tab = await backend.readTab(search).catch(() => null);
  const stored = tab?.site ? await readStoredState(tab.site).catch(() => null) : null;
  return { tab, stored };
}
