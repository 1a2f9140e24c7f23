import { browser } from 'wxt/browser';
import { readInspected, type InspectedStream } from '../../inspector/inspected.ts';
import { INSPECT_PORT } from '../../inspector/relay.ts';

/**
 * Listens to the streams of the page in a tab, directly from its bridge: nothing passes through the background.
 * @param onNews called with what is new; once with nothing, when the page has answered
 * @param onLost called when the page has gone, or did not answer
 * @returns a function that stops listening
 */
export function connectTab(
  tab: number,
  onNews: (news: readonly InspectedStream[]) => void,
  onLost: () => void,
): () => void {
  const port = browser.tabs.connect(tab, { name: INSPECT_PORT, frameId: 0 });
  let over = false;
  port.onMessage.addListener((message: unknown) => {
    // Written by the page's process, even if it was checked there: it is checked again.
    const news = readInspected(message);
    if (news && !over) onNews(news);
  });
  port.onDisconnect.addListener(() => {
    // Reading it keeps the browser from logging an error.
    void browser.runtime.lastError;
    if (!over) onLost();
    over = true;
  });
  return () => {
    over = true;
    port.disconnect();
  };
}
