/** The sites in frames of the tab under the popup, kept up to date while it is open. */
import { useRef, useState } from 'preact/hooks';
import { switchOff, switchOn, type PopupTab } from '../backend.ts';
import { readStoredState, type SiteState } from '../stored-state.ts';
import { useRefresh } from '../use-refresh.ts';
import { readFrames } from './frames-backend.ts';

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
    const states = await Promise.all(found.map(async (site) => (await readStoredState(site)).state)).catch(() => []);
    if (!signal.aborted) setSites(states.map((state) => ({ ...state, failed: failed.current.has(state.origin) })));
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
