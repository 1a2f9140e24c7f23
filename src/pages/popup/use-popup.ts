/** The state of the popup, kept up to date while it is open, and what its controls do. */
import { useRef, useState } from 'preact/hooks';
import * as backend from './backend.ts';
import { requestsFor, type ControlsView } from './controls/controls-view.ts';
import { NO_ANSWER, type PopupTab } from './backend.ts';
import { readStoredState, type StoredState } from './stored-state.ts';
import { useRefresh } from './use-refresh.ts';
import { readAsked, returnTo } from '../approval/backend.ts';
import { useQuestion } from '../approval/use-question.ts';
import type { AskedQuestion } from '../../approvals/requests.ts';
import { popupView, type PopupFacts } from './view-model.ts';
import { within } from '../../extension/promises.ts';

/** Milliseconds in which the storage must answer before the popup says so. */
const ANSWER_WITHIN = 3000;
/** Milliseconds after which a reload without effect is no longer awaited. */
const RELOAD_WITHIN = 8000;

/** What is known before the first paint. */
export interface FirstLook {
  readonly tab: PopupTab | null;
  /** Null if the extension cannot run there, or if the storage did not answer in time. */
  readonly stored: StoredState | null;
  /** The question of an agent that waits there; null if none does. */
  readonly asked: AskedQuestion | null;
}

/** Milliseconds after which the popup is painted with whatever is known. */
const PAINT_WITHIN = 150;

/**
 * Reads the tab and what is stored of its site, so that the popup has its final size from the first
 * paint on.
 * @param search query of the popup's own address
 * @returns null if that takes too long
 */
export function firstLook(search: string): Promise<FirstLook | null> {
  return within(look(search), PAINT_WITHIN);
}

async function look(search: string): Promise<FirstLook> {
  const tab = await backend.readTab(search).catch(() => null);
  const [stored, asked] = await Promise.all([
    tab?.site ? readStoredState(tab.site).catch(() => null) : null,
    tab && readAsked({ tabId: tab.id, frameId: null }),
  ]);
  return { tab, stored, asked };
}

export type Popup = ReturnType<typeof usePopup>;

type SiteControl = ControlsView['switches'][number];

const UNKNOWN: PopupFacts = {
  site: undefined,
  state: undefined,
  days: {},
  chosen: { everywhere: {}, site: {}, managed: {} },
  named: false,
  unreadable: false,
  tab: undefined,
  tabLoading: false,
  reloading: false,
  problem: null,
};

/**
 * @param search query of the popup's own address
 * @param first what is known already; null if nothing is
 */
export function usePopup(search: string, first: FirstLook | null) {
  const [facts, setFacts] = useState(first ? factsOf(first) : UNKNOWN);
  const [tab, setTab] = useState<PopupTab | null>(first?.tab ?? null);
  /** Waiting for the permission prompt or the background. */
  const [busy, setBusy] = useState(false);
  /**
   * Raised when a press of the switch begins to be processed, and again when that is done: what is
   * read before or meanwhile is not shown.
   */
  const presses = useRef(0);
  const refreshNow = useRefresh(refresh, [search]);

  function add(some: Partial<PopupFacts>): void {
    setFacts((known) => ({ ...known, ...some }));
  }

  async function refresh(signal: AbortSignal): Promise<void> {
    const before = presses.current;
    const found = await backend.readTab(search).catch(() => null);
    if (signal.aborted) return;
    setTab(found);
    add({ site: found?.site ?? null, tabLoading: found?.loading ?? false });
    if (!found?.site) return;
    const [stored, answer] = await Promise.all([
      within(readStoredState(found.site), ANSWER_WITHIN).catch(() => null),
      within(backend.askTab(found.id), ANSWER_WITHIN),
    ]);
    if (signal.aborted || before !== presses.current || before % 2 === 1) return;
    add({ tab: answer ?? NO_ANSWER, ...(answer?.state === 'active' && { reloading: false }) });
    add({ ...stored, unreadable: !stored });
  }

  function turn(on: boolean): void {
    // First thing in the click: see `switchOn`.
    carryOut(on ? backend.switchOn : backend.switchOff);
  }

  function carryOut(ask: (site: string) => Promise<backend.SwitchProblem>): void {
    const site = tab?.site;
    if (!site || busy) return;
    const asking = ask(site);
    presses.current += 1;
    setBusy(true);
    add({ problem: null });
    void asking.then(async (problem) => {
      const stored = await readStoredState(site).catch(() => null);
      presses.current += 1;
      setBusy(false);
      add({ ...stored, problem });
      refreshNow();
    });
  }

  function reload(): void {
    if (!tab) return;
    add({ reloading: true });
    setTimeout(() => add({ reloading: false }), RELOAD_WITHIN);
    backend.reloadTab(tab.id).catch(() => add({ reloading: false }));
  }

  const view = popupView(facts);
  const place = tab && { tabId: tab.id, frameId: null };
  const question = useQuestion(place, first?.asked, () => place && void returnTo(place));
  return {
    view,
    tab,
    /** The tab if its site is on; otherwise null. */
    enabledTab: view.kind === 'on' ? tab : null,
    /** Of an agent that waits in the tab. */
    question,
    /** Null until the tab was asked. */
    tabAnswer: facts.tab ?? null,
    busy,
    turn,
    /** Switches something for this site only. */
    choose(control: SiteControl, on: boolean) {
      carryOut((site) => backend.send(...requestsFor(site, control.id, on, facts.chosen)));
    },
    pause: () => carryOut(backend.pause),
    reload,
    /** Opens the chat in which an agent waits. */
    openChat(): void {
      if (tab) backend.openChat(tab.id).then(() => window.close(), refreshNow);
    },
    /** Shows the tab: a popup closes, as does a tab that shows this page. */
    showTab(): void {
      if (place) void returnTo(place);
    },
    tryAgain: refreshNow,
  };
}

function factsOf({ tab, stored }: FirstLook): PopupFacts {
  return { ...UNKNOWN, site: tab?.site ?? null, tabLoading: tab?.loading ?? false, ...stored };
}
