/** The sites in frames of the tab under the popup, kept up to date while it is open. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { readStoredState, type SiteState } from '../stored-state.ts';
import * as backend from '../backend.ts';
import type { PopupTab } from '../backend.ts';
import { readFrames, type Frame } from './frames-backend.ts';

/** The popup gets no event when frames come and go. */
const REFRESH = 1000;

/** A site in a frame, and its state. */
export interface FramedSite extends Frame {
  readonly state: Pick<SiteState, 'enabled' | 'permitted'>;
  /** Why the last press of its switch failed, if it did. */
  readonly problem: boolean;
}

export interface FramedSites {
  readonly sites: readonly FramedSite[];
  turn(site: string, on: boolean): void;
}

/** @param tab under the popup; null until it should be asked */
export function useFrames(tab: PopupTab | null): FramedSites {
  const [sites, setSites] = useState<readonly FramedSite[]>([]);
  /** Sites whose switch failed. */
  const problems = useRef(new Set<string>());
  const refreshNow = useRef(() => {});
  const id = tab?.id ?? null;
  const top = tab?.site ?? null;

  useEffect(() => {
    if (id === null) return;
    const tabId = id;
    const ending = new AbortController();
    let running = false;

    async function refresh(): Promise<void> {
      const frames = await readFrames(tabId, top);
      const found = await Promise.all(
        frames.map(async (frame) => ({
          ...frame,
          state: (await readStoredState(frame.site)).state,
          problem: problems.current.has(frame.site),
        })),
      );
      if (!ending.signal.aborted) setSites(found);
    }

    function request(): void {
      if (running) return;
      running = true;
      // The rest of the popup reports that the storage cannot be read.
      refresh()
        .catch(() => {})
        .finally(() => {
          running = false;
        });
    }

    refreshNow.current = request;
    backend.onChange(request, ending.signal);
    const timer = setInterval(request, REFRESH);
    ending.signal.addEventListener('abort', () => clearInterval(timer), { once: true });
    request();
    return () => {
      ending.abort();
      setSites([]);
    };
  }, [id, top]);

  function turn(site: string, on: boolean): void {
    // First thing in the click: see `switchOn`.
    const result = on ? backend.switchOn(site) : backend.switchOff(site);
    void result.then((problem) => {
      if (problem) problems.current.add(site);
      else problems.current.delete(site);
      refreshNow.current();
    });
  }

  return { sites, turn };
}
