import { browser } from 'wxt/browser';
import { readInspected, type InspectedStream } from '../../inspector/inspected.ts';
import { INSPECT_PORT } from '../../inspector/relay.ts';

/**
 * Listens to the streams of the page in a tab, straight from its bridge: nothing goes through the background.
 * @param onNews called with what is new; once with nothing, when the page has answered
 * @param onLost the page has gone, or did not answer
 * @returns what ends it; then nothing is told any more
 */
export function connectTab(
  tab: number,
  onNews: (news: readonly InspectedStream[]) => void,
  onLost: () => void,
): () => void {
  const port = browser.tabs.connect(tab, { name: INSPECT_PORT, frameId: 0 });
  let over = false;
  port.onMessage.addListener((message: unknown) => {
    // The page's process wrote it, whatever checked it there.
    const news = readInspected(message);
    if (news && !over) onNews(news);
  });
  port.onDisconnect.addListener(() => {
    // Looked at, it is not complained of on the console.
    void browser.runtime.lastError;
    if (!over) onLost();
    over = true;
  });
  return () => {
    over = true;
    port.disconnect();
  };
}
