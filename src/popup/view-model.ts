/** From what is known to what the popup shows. Pure. */
import type { SeenMode } from '../bridge/protocol.ts';
import type { BadgeStay } from '../settings/settings.ts';
import type { Counts, HookState, SiteState } from '../sites/messages.ts';
import { repairsView, type RepairsView } from './repairs-view.ts';
import { popupTexts } from './texts.ts';

/** What the bridge of the tab said. */
export interface TabAnswer {
  /** 'none': nobody answered. */
  readonly state: HookState | 'none';
  /** Ways in which replies of Open WebUI came since the page was loaded. */
  readonly seen: readonly SeenMode[];
}

export interface PopupFacts {
  /** Origin of the tab's site; null where the extension cannot run, undefined until the tab is known. */
  readonly site: string | null | undefined;
  /** Undefined until the background answered; null when it did not. */
  readonly state: SiteState | null | undefined;
  /** Undefined until asked. */
  readonly tab: TabAnswer | undefined;
  readonly tabLoading: boolean;
  /** The person pressed "Reload page" and the page is not back yet. */
  readonly reloading: boolean;
  /** How the last press of the switch went wrong, if it did. */
  readonly problem: 'denied' | 'cannot-ask' | 'not-saved' | null;
}

export type Dot = 'active' | 'attention' | 'off';

export interface WorksHere {
  readonly dot: Dot;
  readonly text: string;
  readonly detail: string | null;
  readonly reload: boolean;
}

export type PopupView =
  | { readonly kind: 'opening'; readonly host: string | null }
  | { readonly kind: 'unsupported' }
  | { readonly kind: 'unanswered'; readonly host: string }
  | {
      readonly kind: 'off';
      readonly host: string;
      /** Something went wrong or changed; stands in place of the offer. */
      readonly notice: string | null;
      readonly offer: string;
      readonly asks: string;
    }
  | {
      readonly kind: 'on';
      readonly host: string;
      readonly notice: string | null;
      readonly counts: Counts;
      /** Null where nothing was repaired. */
      readonly repairs: RepairsView | null;
      /** Null until the tab was asked. */
      readonly works: WorksHere | null;
      readonly stay: BadgeStay;
    };

/** @returns the one view that fits the facts */
export function popupView(facts: PopupFacts): PopupView {
  const { site, state } = facts;
  if (site === null) return { kind: 'unsupported' };
  if (site === undefined) return { kind: 'opening', host: null };
  const host = hostOf(site);
  if (state === undefined) return { kind: 'opening', host };
  if (state === null) return { kind: 'unanswered', host };
  if (!state.enabled || !state.permitted) return offView(host, state, facts);
  return {
    kind: 'on',
    host,
    notice: facts.problem === 'not-saved' ? popupTexts.notSaved : null,
    counts: state.counts,
    repairs: repairsView(state.findings),
    works: worksHere(facts),
    stay: state.settings.badgeStay,
  };
}

function offView(host: string, state: SiteState, { problem }: PopupFacts): PopupView {
  return {
    kind: 'off',
    host,
    notice: offNotice(state, problem),
    offer: popupTexts.offers,
    asks: state.permitted ? popupTexts.asksNothing : popupTexts.asksFirst,
  };
}

function offNotice(state: SiteState, problem: PopupFacts['problem']): string | null {
  switch (problem) {
    case 'denied':
      return popupTexts.denied;
    case 'cannot-ask':
      return popupTexts.cannotAsk;
    case 'not-saved':
      return popupTexts.notSaved;
    case null:
      // Work was done here, so the browser once let us in: since then the permission was taken back.
      return !state.permitted && (state.enabled || wasUsed(state.counts)) ? popupTexts.revoked : null;
  }
}

function worksHere({ tab, tabLoading, reloading }: PopupFacts): WorksHere | null {
  if (tab === undefined) return null;
  if (tab.state === 'active') return { dot: 'active', text: popupTexts.active, detail: popupTexts.activeDetail, reload: false };
  if (reloading) return { dot: 'attention', text: popupTexts.reloading, detail: null, reload: false };
  if (tabLoading && tab.state === 'none') return { dot: 'attention', text: popupTexts.loading, detail: null, reload: false };
  return { dot: 'attention', text: reloadReason(tab.state), detail: null, reload: true };
}

function reloadReason(state: Exclude<TabAnswer['state'], 'active'>): string {
  switch (state) {
    case 'none':
      return popupTexts.needsReload;
    case 'late':
      return popupTexts.late;
    case 'silent':
      return popupTexts.silent;
  }
}

function wasUsed({ markers, tools, imitated }: Counts): boolean {
  return markers + tools + imitated > 0;
}

/** Host and port as people know them from the address bar. */
export function hostOf(origin: string): string {
  return new URL(origin).host;
}

/** The letter on the tile of a site without a picture: "chat.example" → "C", "127.0.0.1:8080" → "1". */
export function tileLetter(host: string): string {
  return /[\p{L}\p{N}]/u.exec(host)?.[0].toUpperCase() ?? '?';
}
