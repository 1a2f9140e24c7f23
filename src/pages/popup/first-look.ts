import * as backend from './backend.ts';
import type { PopupTab } from './backend.ts';
import { readStoredState, type StoredState } from './stored-state.ts';
import { within } from '../../sites/within.ts';

/** What is known before anything is painted. */
export interface FirstLook {
  readonly tab: PopupTab | null;
  /** Null where the extension cannot run, and where the storage did not answer in time. */
  readonly stored: StoredState | null;
}

/** Milliseconds after which the popup is painted with whatever is known. */
const PAINT_WITHIN = 150;

/**
 * Reads the tab and what is stored of its site, so that the popup has its size from the first picture on.
 * @param search query of the popup's own address
 * @returns null when that takes too long
 */
export function firstLook(search: string): Promise<FirstLook | null> {
  return within(look(search), PAINT_WITHIN);
}

async function look(search: string): Promise<FirstLook> {
  const tab = await backend.readTab(search).catch(() => null);
  const stored = tab?.site ? await readStoredState(tab.site).catch(() => null) : null;
  return { tab, stored };
}
