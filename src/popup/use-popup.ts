/** The popup's facts, kept fresh while it is open, and what its controls do. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { BadgeStay } from '../settings/settings.ts';
import type { SiteState } from '../sites/messages.ts';
import * as backend from './backend.ts';
import type { PopupTab } from './backend.ts';
import { popupView } from './view-model.ts';
import type { PopupFacts, PopupView, TabAnswer } from './view-model.ts';

/** The tab's bridge has no way to call the popup, so it is asked; the background too, should a change go unheard. */
const REFRESH = 1000;
/** Milliseconds in which the background must answer before the popup says so; waking it takes about 100. */
const ANSWER_WITHIN = 3000;
/** After this long a reload that brought nothing is no longer waited for. */
const RELOAD_WITHIN = 8000;

export interface Popup {
  readonly view: PopupView;
  readonly icon: string | null;
  /** The tab, where the site is on; null elsewhere. */
  readonly enabledTab: PopupTab | null;
  /** Null until the tab was asked. */
  readonly tabAnswer: TabAnswer | null;
  /** The permission prompt or the background is being waited for. */
  readonly busy: boolean;
  turn(on: boolean): void;
  keep(stay: BadgeStay): void;
  reload(): void;
  tryAgain(): void;
}

const UNKNOWN: PopupFacts = {
  site: undefined,
  state: undefined,
  tab: undefined,
  tabLoading: false,
  reloading: false,
  problem: null,
};

/** @param search query of the popup's own address */
export function usePopup(search: string): Popup {
  const [facts, setFacts] = useState(UNKNOWN);
  const [tab, setTab] = useState<PopupTab | null>(null);
  const [busy, setBusy] = useState(false);
  /** Counts changes made here, so that an answer asked for before one cannot undo it on screen. */
  const edits = useRef(0);
  const refreshNow = useRef(() => {});

  function add(some: Partial<PopupFacts>): void {
    setFacts((known) => ({ ...known, ...some }));
  }

  useEffect(() => {
    const ending = new AbortController();
    let running = false;
    let again = false;

    async function refresh(): Promise<void> {
      const before = edits.current;
      const found = await backend.readTab(search).catch(() => null);
      if (ending.signal.aborted) return;
      setTab(found);
      add({ site: found?.site ?? null, tabLoading: found?.loading ?? false });
      if (!found?.site) return;
      const [state, answer] = await Promise.all([within(backend.readState(found.site)), backend.askTab(found.id)]);
      if (ending.signal.aborted || before !== edits.current) return;
      add({ state, tab: answer, ...(answer.state === 'active' ? { reloading: false } : {}) });
    }

    /** One at a time; a change heard meanwhile causes one more. */
    function request(): void {
      again = true;
      if (running) return;
      running = true;
      again = false;
      // readTab's failure is handled where it is called, the others never reject.
      void refresh().finally(() => {
        running = false;
        if (again && !ending.signal.aborted) request();
      });
    }

    refreshNow.current = request;
    backend.onChange(request, ending.signal);
    const timer = setInterval(request, REFRESH);
    ending.signal.addEventListener('abort', () => clearInterval(timer), { once: true });
    request();
    return () => ending.abort();
  }, [search]);

  function turn(on: boolean): void {
    const site = tab?.site;
    if (!site || busy) return;
    // First thing in the click: see `switchOn`.
    const result = on ? backend.switchOn(site) : backend.switchOff(site);
    edits.current += 1;
    setBusy(true);
    add({ problem: null });
    void result
      .then((outcome) => {
        edits.current += 1;
        add(outcome);
      })
      .finally(() => {
        setBusy(false);
        refreshNow.current();
      });
  }

  function keep(stay: BadgeStay): void {
    edits.current += 1;
    setFacts((known) => ({ ...known, problem: null, state: withStay(known.state, stay) }));
    void backend.choose(tab?.site ?? '', { badgeStay: stay }).then((kept) => {
      edits.current += 1;
      if (!kept) add({ problem: 'not-saved' });
      refreshNow.current();
    });
  }

  function reload(): void {
    if (!tab) return;
    add({ reloading: true });
    setTimeout(() => add({ reloading: false }), RELOAD_WITHIN);
    backend.reloadTab(tab.id).catch(() => add({ reloading: false }));
  }

  const view = popupView(facts);
  return {
    view,
    icon: tab?.icon ?? null,
    enabledTab: view.kind === 'on' ? tab : null,
    tabAnswer: facts.tab ?? null,
    busy,
    turn,
    keep,
    reload,
    tryAgain: () => refreshNow.current(),
  };
}

function withStay(state: PopupFacts['state'], badgeStay: BadgeStay): PopupFacts['state'] {
  return state ? { ...state, settings: { ...state.settings, badgeStay } } : state;
}

/** Null when the answer takes too long. */
function within(answer: Promise<SiteState | null>): Promise<SiteState | null> {
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), ANSWER_WITHIN));
  return Promise.race([answer, late]);
}
