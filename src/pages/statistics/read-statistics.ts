import { browser } from 'wxt/browser';
import { storageKeys, watchStorage } from '../../extension/storage.ts';
import { chatsKey, readChatFigures, type ChatFigures } from '../../stats/chats.ts';
import { figuresKey, readFigures, type Figures } from '../../stats/figures.ts';

/** The statistics of one site. */
export interface SiteStatistics {
  readonly figures: Figures;
  readonly chats: readonly ChatFigures[];
}

/** @param site its origin; null for all sites. @returns one entry for each site */
export async function readStatistics(site: string | null): Promise<readonly SiteStatistics[]> {
  const keys =
    site === null ? (await storageKeys()).filter(isOurs) : [figuresKey(site), chatsKey(site)];
  const stored = await browser.storage.local.get(keys);
  return keys
    .filter((key) => key.startsWith(figuresKey('')))
    .map((key) => ({
      figures: readFigures(stored[key]),
      chats: readChatFigures(stored[chatsKey(key.slice(figuresKey('').length))]),
    }));
}

/**
 * Watches every change to what `readStatistics` reads, while the page is visible.
 * @param signal stops watching
 */
export function watchStatistics(onChange: () => void, signal: AbortSignal): void {
  function change(): void {
    if (!document.hidden) onChange();
  }
  watchStorage((changes) => {
    if (Object.keys(changes).some(isOurs)) change();
  }, signal);
  // What changed meanwhile was not read, and a page left open over midnight must show another day.
  document.addEventListener('visibilitychange', change, { signal });
}

function isOurs(key: string): boolean {
  return key.startsWith(figuresKey('')) || key.startsWith(chatsKey(''));
}
