/**
 * The sites in frames of a tab. Their bridges are asked, as without one the browser lists frames only to extensions
 * that may read every page.
 */
import { browser } from 'wxt/browser';
import { isObject } from '../../../normalizer/json/json-edit.ts';
import type { TellFramesRequest } from '../../../bridge/answer-requests.ts';
import { pageOf } from '../../../extension/messages.ts';

/** Milliseconds within which frames answer. */
const ANSWER_WITHIN = 150;
/** Most sites shown; a page can have as many frames as it likes. */
const MAX_FRAMES = 5;

/**
 * @param top the site of the tab itself, which is shown elsewhere; null if the extension cannot run there
 * @returns the sites in frames in which the extension was started, each once; never rejects
 */
export async function readFrames(tabId: number, top: string | null): Promise<readonly string[]> {
  const found = new Set<string>();
  function hear(message: unknown, sender: Parameters<typeof pageOf>[0]): void {
    const page = isObject(message) && message.type === 'frame' ? pageOf(sender) : null;
    if (page?.framed && page.tabId === tabId && page.origin !== top && found.size < MAX_FRAMES) found.add(page.origin);
  }
  browser.runtime.onMessage.addListener(hear);
  try {
    const request: TellFramesRequest = { type: 'tell-frames' };
    // Rejects if nobody listens in that tab. Frames that do listen answer with messages of their own.
    await browser.tabs.sendMessage(tabId, request);
    await new Promise((resolve) => setTimeout(resolve, ANSWER_WITHIN));
  } catch {
    // No page in that tab in which the extension was started.
  } finally {
    browser.runtime.onMessage.removeListener(hear);
  }
  return [...found].toSorted();
}
