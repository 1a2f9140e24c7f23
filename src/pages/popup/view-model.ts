/** Turns what is known into what the popup shows. Pure. */
import type { Chosen, Settings } from '../../settings/settings.ts';
import { isNothing, type Figures } from '../../stats/figures.ts';
import type { SiteState } from './stored-state.ts';
import type { SwitchProblem, TabAnswer } from './backend.ts';
import { controlsView, type ControlsView } from './controls/controls-view.ts';
import { figuresView, type FiguresView } from './figures/figures.tsx';
import { popupTexts } from './texts.ts';
import { formats } from '../../languages/formats.ts';
import { message } from '../../languages/messages.ts';
import type { AnsweredBy } from '../../normalizer/progress/progress-types.ts';
import { pageTexts } from '../parts/texts.ts';

export interface PopupFacts {
  /**
   * Origin of the tab's site; null if the extension cannot run there, undefined until the tab is
   * known.
   */
  readonly site: string | null | undefined;
  /** Undefined until it was read. */
  readonly state: SiteState | undefined;
  /** Empty until they were read. */
  readonly days: Figures['days'];
  /** Empty until it was read. */
  readonly chosen: Chosen;
  /** An administrator asks people to turn the site on. */
  readonly named: boolean;
  /** The storage cannot be read. */
  readonly unreadable: boolean;
  /** Undefined until asked. */
  readonly tab: TabAnswer | undefined;
  readonly tabLoading: boolean;
  /** The person pressed "Reload page" and the page is not back yet. */
  readonly reloading: boolean;
  /** Why the last press of the switch failed, if it did. */
  readonly problem: SwitchProblem;
}

export type Dot = 'active' | 'partly' | 'attention' | 'off';

export interface WorksHere {
  readonly dot: Dot;
  readonly text: string;
  /** What can be done about it. */
  readonly todo: 'reload' | 'again' | 'companion' | 'chat' | 'show' | null;
}

export type PopupView =
  | { readonly kind: 'opening'; readonly host: string | null; readonly works: null }
  | { readonly kind: 'unsupported'; readonly host: null; readonly works: WorksHere }
  | { readonly kind: 'unreadable'; readonly host: string; readonly works: WorksHere }
  | {
      readonly kind: 'off';
      readonly host: string;
      readonly works: WorksHere;
      /** Something failed or changed; shown in place of the offer. */
      readonly notice: string | null;
      readonly offer: string;
      /** An administrator asks for it: there is a button besides the switch. */
      readonly named: boolean;
      readonly asks: string;
    }
  | {
      readonly kind: 'on';
      readonly host: string;
      readonly notice: string | null;
      /** Null if there are none, as replies are not read. */
      readonly figures: FiguresView | null;
      /** How many were made so far. */
      readonly repairs: number;
      readonly settings: Settings;
      readonly controls: ControlsView;
      /** Null until the tab was asked. */
      readonly works: WorksHere | null;
    };

/** @returns the one view that fits the facts */
export function popupView(facts: PopupFacts): PopupView {
  const { site, state, unreadable } = facts;
  if (site === null)
    return {
      kind: 'unsupported',
      host: null,
      works: { dot: 'off', text: popupTexts.unsupported, todo: null },
    };
  if (site === undefined) return { kind: 'opening', host: null, works: null };
  const host = hostOf(site);
  if (unreadable)
    return {
      kind: 'unreadable',
      host,
      works: { dot: 'attention', text: popupTexts.unreadable, todo: 'again' },
    };
  // The tab may have moved to another site, of which nothing is known yet.
  if (state?.origin !== site) return { kind: 'opening', host, works: null };
  if (!state.enabled || !state.permitted) return offView(host, state, facts);
  return {
    kind: 'on',
    host,
    notice: onNotice(facts),
    figures:
      isUnread(facts) && isNothing(state.counts) ? null : figuresView(facts.days, state.counts),
    repairs: state.repairs,
    settings: state.settings,
    controls: controlsView(site, state.settings, facts.chosen),
    works: worksHere(facts, state.settings),
  };
}

function onNotice({ problem }: PopupFacts): string | null {
  return problem === 'not-saved' ? pageTexts.notSaved : null;
}

function offView(host: string, state: SiteState, { problem, named }: PopupFacts): PopupView {
  return {
    kind: 'off',
    host,
    works: {
      dot: 'off',
      text:
        state.resumesAt === null
          ? popupTexts.off
          : popupTexts.paused(formats.time(state.resumesAt)),
      todo: null,
    },
    notice: offNotice(state, problem),
    offer: offerOf(host, state, named),
    named,
    asks: state.permitted ? popupTexts.asksNothing : popupTexts.asksFirst,
  };
}

function offerOf(host: string, { resumesAt }: SiteState, named: boolean): string {
  if (resumesAt !== null) return popupTexts.resumes;
  return named ? popupTexts.setUp(host) : popupTexts.offers;
}

function offNotice(state: SiteState, problem: PopupFacts['problem']): string | null {
  switch (problem) {
    case 'denied':
      return popupTexts.denied;
    case 'not-saved':
      return pageTexts.notSaved;
    case null:
      // Work was done on this site, so the permission was granted once and has been withdrawn
      // since.
      return state.withdrawn || (!state.permitted && !isNothing(state.counts))
        ? popupTexts.revoked
        : null;
  }
}

function worksHere(facts: PopupFacts, settings: Settings): WorksHere | null {
  const { tab, tabLoading, reloading } = facts;
  if (tab === undefined) return null;
  if (tab.waitsFor)
    return {
      dot: 'attention',
      text: waitsText(tab.waitsFor, tab.waitsIn !== null),
      todo: whereAsked(tab),
    };
  if (tab.state === 'active') return { ...whatIsSo(tab, settings), todo: null };
  if (reloading || (tabLoading && tab.state === 'none'))
    return { dot: 'attention', text: popupTexts.loading, todo: null };
  // Loaded before the site was on, or before the hook was there; or the hook is there and does not
  // report.
  const text = tab.state === 'silent' ? popupTexts.silent : popupTexts.needsReload;
  return { dot: 'attention', text, todo: 'reload' };
}

/** What is known of the replies of a page whose hook works; the first that is so. */
function whatIsSo(tab: TabAnswer, settings: Settings): Pick<WorksHere, 'dot' | 'text'> {
  if (tab.replies === 'unread') return { dot: 'attention', text: popupTexts.unread };
  if (tab.stopped > 0) return { dot: 'attention', text: popupTexts.stopped(tab.stopped) };
  const { replies, history, badges } = settings;
  if (!replies || !history || !badges) return { dot: 'partly', text: whatIsOn(settings) };
  // Nothing is promised of a page of which no reply was seen: it may arrive in a way that is not
  // read.
  if (tab.replies === 'none') return { dot: 'active', text: popupTexts.noReply };
  return { dot: 'active', text: popupTexts.active };
}

/**
 * An agent waits for the person: where to answer it.
 * @param isElsewhere another chat has to be opened first
 */
function waitsText(waitsFor: AnsweredBy, isElsewhere: boolean): string {
  if (waitsFor === 'you') return popupTexts.waits;
  if (isElsewhere) return popupTexts.waitsInChat;
  if (waitsFor === 'chat') return message('badges_asksInChat');
  return message(waitsFor === 'dialog' ? 'badges_asksInDialog' : 'badges_asksElsewhere');
}

/**
 * @returns the way to the question: another chat, or the page below; null where it is in neither,
 * or here
 */
function whereAsked({ waitsFor, waitsIn }: TabAnswer): WorksHere['todo'] {
  if (waitsIn !== null) return 'chat';
  return waitsFor === 'dialog' || waitsFor === 'chat' ? 'show' : null;
}

/** Replies pass, and the hook can read none of them. */
function isUnread({ tab }: PopupFacts): boolean {
  return tab?.state === 'active' && tab.replies === 'unread';
}

/** Says that it is on, or what of it was switched off. */
export function whatIsOn({
  replies,
  history,
  badges,
}: Pick<Settings, 'replies' | 'history' | 'badges'>): string {
  if (replies && history) return badges ? popupTexts.active : popupTexts.badgesOff;
  if (replies) return popupTexts.cleansReplies;
  return history ? popupTexts.cleansHistory : popupTexts.cleansNothing;
}

/** Host and port as people know them from the address bar. */
export function hostOf(origin: string): string {
  return new URL(origin).host;
}
