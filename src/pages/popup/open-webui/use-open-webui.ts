/** What is known of the Open WebUI under the popup, and the steps with its companion. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { CompanionReport, createCompanion } from '../../../companion/companion.ts';
import { hasOwnConnections, readOpenWebUi, type OpenWebUi } from '../../../detection/open-webui.ts';
import { createPageCalls } from '../../../detection/page-call.ts';
import type { PopupTab } from '../backend.ts';
import type { CompanionStep } from './open-webui-view.ts';

type Companion = ReturnType<typeof createCompanion>;

/** The pages of the steps, with the companion's source. */
type StepPages = typeof import('./companion-page.tsx');

interface OpenWebUiState {
  /** It is known whether the site is an Open WebUI, and what its companion does. */
  readonly known: boolean;
  /** Null until asked, and if the site is no Open WebUI. */
  readonly found: OpenWebUi | null;
  readonly companion: CompanionReport | null;
  /** The signed-in person has connections of their own, which need no companion. */
  readonly own: boolean;
  /** Null unless the site is an Open WebUI. */
  readonly pages: StepPages | null;
  /** The step whose page is shown in place of the rest. */
  readonly page: CompanionStep | null;
  /** The server is working on a step, or is asked once more. */
  readonly busy: boolean;
  /** Why the last step failed, in plain words. */
  readonly failure: string | null;
  /** The last step that worked. */
  readonly done: CompanionStep | null;
}

export type OpenWebUiControls = ReturnType<typeof useOpenWebUi>;

const NOTHING: OpenWebUiState = {
  known: false,
  found: null,
  companion: null,
  own: false,
  pages: null,
  page: null,
  busy: false,
  failure: null,
  done: null,
};

/**
 * Loaded behind the first paint: with the pages it is a third of the popup's code, and few sites
 * need it.
 */
async function companionOf(tabId: number, origin: string): Promise<Companion> {
  const { createCompanion } = await import('../../../companion/companion.ts');
  return createCompanion(createPageCalls(tabId, origin).signedIn);
}

/** Asks the server, always through the page of the tab, which must belong to the site. */
async function lookAt(tabId: number, origin: string): Promise<Partial<OpenWebUiState>> {
  const calls = createPageCalls(tabId, origin);
  const found = await readOpenWebUi(calls);
  if (!found) return { found, companion: null, pages: null };
  const own = await hasOwnConnections(calls);
  const companion = await (await companionOf(tabId, origin)).read();
  // Before the card that leads to them: a press must show its page at once.
  return { found, own, companion, pages: await import('./companion-page.tsx') };
}

/** @returns the step that the popup's own address names, if it is due */
function namedStep(
  search: string,
  { state: { kind }, admin }: CompanionReport,
): CompanionStep | null {
  const step = new URLSearchParams(search).get('step');
  if (step === 'install' && kind === 'absent') return step;
  return step === 'remove' && admin && (kind === 'current' || kind === 'outdated' || kind === 'off')
    ? step
    : null;
}

/**
 * Asks once, when the page under the popup has loaded, and again after a reload. Never
 * periodically, as each time costs the server a few answers.
 * @param tab whose site is on, null if there is none
 * @param search query of the popup's own address: its step is shown once
 */
export function useOpenWebUi(tab: PopupTab | null, search: string) {
  const [state, setState] = useState(NOTHING);
  const named = useRef(search);
  const [attempts, setAttempts] = useState(0);
  const id = tab?.id ?? null;
  const site = tab?.site ?? null;
  const loading = tab?.loading ?? true;

  function add(some: Partial<OpenWebUiState>): void {
    setState((known) => ({ ...known, ...some }));
  }

  useEffect(() => setState(NOTHING), [id, site]);

  useEffect(() => {
    if (id === null || site === null || loading) return;
    const ending = new AbortController();
    void lookAt(id, site).then((known) => {
      if (ending.signal.aborted) return;
      const page = known.companion && namedStep(named.current, known.companion);
      if (known.companion) named.current = '';
      add({ ...known, known: true, busy: false, ...(page && { page }) });
    });
    return () => ending.abort();
  }, [id, site, loading, attempts]);

  async function carryOut(tabId: number, origin: string, step: CompanionStep): Promise<void> {
    add({ busy: true, failure: null, done: null });
    const known = await companionOf(tabId, origin);
    const outcome = await (step === 'remove' ? known.remove() : known.install());
    const companion = outcome.report;
    add(
      outcome.ok
        ? { busy: false, companion, page: null, done: step }
        : { busy: false, companion, failure: outcome.why },
    );
  }

  return {
    ...state,
    open: (page: CompanionStep) => add({ page, failure: null, done: null }),
    close() {
      if (!state.busy) add({ page: null, failure: null });
    },
    /**
     * Takes the step of the open page; does nothing while one is running, or for anybody but an
     * admin.
     */
    confirm() {
      const { page, busy, companion } = state;
      if (id === null || site === null || busy || page === null || !companion?.admin) return;
      void carryOut(id, site, page);
    },
    tryAgain() {
      add({ busy: true });
      setAttempts((before) => before + 1);
    },
  };
}
