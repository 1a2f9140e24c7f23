/** The sites in frames of the tab under the popup, kept up to date while it is open. */
import { useRef, useState } from 'preact/hooks';
import { browser } from 'wxt/browser';
import type { TellFramesRequest } from '../../../bridge/answer-requests.ts';
import { pageOf } from '../../../extension/messages.ts';
import { isObject } from '../../../normalizer/json/json-edit.ts';
import { switchOff, switchOn, type PopupTab } from '../backend.ts';
import { readStoredState, type SiteState } from '../stored-state.ts';
import { useRefresh } from '../use-refresh.ts';

/** Milliseconds within which frames answer. */
const ANSWER_WITHIN = 150;
/** Most sites shown; a page can have as many frames as it likes. */
const MAX_FRAMES = 5;

/** A site in a frame. */
export interface FramedSite extends Pick<SiteState, 'origin' | 'enabled' | 'permitted'> {
  /** The last press of its switch failed. */
  readonly failed: boolean;
}

/** @param tab under the popup; null until it is known */
export function useFrames(tab: PopupTab | null) {
  const [sites, setSites] = useState<readonly FramedSite[]>([]);
  /** Sites whose switch failed. */
  const failed = useRef(new Set<string>());
  const { id = null, site: top = null } = tab ?? {};
  const refreshNow = useRefresh(refresh, [id, top]);

  async function refresh(signal: AbortSignal): Promise<void> {
    const found = id === null ? [] : await readFrames(id, top);
    // The rest of the popup reports that the storage cannot be read.
    const states = await Promise.all(
      found.map(async (site) => (await readStoredState(site)).state),
    ).catch(() => []);
    if (!signal.aborted)
      setSites(states.map((state) => ({ ...state, failed: failed.current.has(state.origin) })));
  }

  function turn(site: string, on: boolean): void {
    // First thing in the click: see `switchOn`.
    void (on ? switchOn(site) : switchOff(site)).then((problem) => {
      if (problem) failed.current.add(site);
      else failed.current.delete(site);
      refreshNow();
    });
  }

  return { sites, turn };
}

/**
 * The bridges in the frames are asked, as without one the browser lists frames only to extensions
 * that may read every page.
 * @param top the site of the tab itself, which is shown elsewhere; null if the extension cannot run
 * there
 * @returns the sites in frames in which the extension was started, each once; never rejects
 */
async function readFrames(tabId: number, top: string | null): Promise<readonly string[]> {
  const found = new Set<string>();
  function hear(message: unknown, sender: Parameters<typeof pageOf>[0]): void {
    const page = isObject(message) && message.type === 'frame' ? pageOf(sender) : null;
    if (page?.framed && page.tabId === tabId && page.origin !== top && found.size < MAX_FRAMES)
      found.add(page.origin);
  }
  browser.runtime.onMessage.addListener(hear);
  try {
    const request: TellFramesRequest = { type: 'tell-frames' };
    // Rejects if nobody listens in that tab. Frames that do listen answer with messages of their
    // own.
    await browser.tabs.sendMessage(tabId, request);
    await new Promise((resolve) => setTimeout(resolve, ANSWER_WITHIN));
  } catch {
    // No page in that tab in which the extension was started.
  } finally {
    browser.runtime.onMessage.removeListener(hear);
  }
  return [...found].toSorted();
}
