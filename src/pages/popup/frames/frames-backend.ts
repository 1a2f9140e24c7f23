/**
 * The sites in frames of a tab. Their bridges are asked, as without one the browser lists frames only to extensions
 * that may read every page.
 */
import { browser } from 'wxt/browser';
import { isObject } from '../../../normalizer/json/json-edit.ts';
import type { TellFramesRequest } from '../../../bridge/answer-requests.ts';
import { pageOf } from '../../../extension/messages.ts';

/** A site in a frame. */
export interface Frame {
  readonly site: string;
  readonly openWebUi: boolean;
}

/** Milliseconds within which frames answer. */
const ANSWER_WITHIN = 150;
/** Most sites shown; a page can have as many frames as it likes. */
const MAX_FRAMES = 5;

/**
 * @param top the site of the tab itself, which is shown elsewhere; null if the extension cannot run there
 * @returns the sites in frames in which the extension was started, each once; never rejects
 */
export async function readFrames(tabId: number, top: string | null): Promise<readonly Frame[]> {
  const found = new Map<string, Frame>();
  function hear(message: unknown, sender: Parameters<typeof pageOf>[0]): void {
    const page = isObject(message) && message.type === 'frame' ? pageOf(sender) : null;
    if (!isObject(message) || !page?.framed || page.tabId !== tabId || page.origin === top) return;
    const openWebUi = message.openWebUi === true || found.get(page.origin)?.openWebUi === true;
    if (found.has(page.origin) || found.size < MAX_FRAMES) found.set(page.origin, { site: page.origin, openWebUi });
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
  return [...found.values()].toSorted((a, b) => (a.site < b.site ? -1 : 1));
}
