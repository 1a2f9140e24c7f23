/** Turns what is known of an Open WebUI site into what its card shows. Pure. */
import type { CompanionReport, CompanionState } from '../../../companion/companion.ts';
import { isAtLeast, type OpenWebUi } from '../../../detection/open-webui.ts';
import { formats } from '../../../languages/formats.ts';
import type { Settings } from '../../../settings/settings.ts';
import { companionAdds, companionKnown, openWebUiTexts as texts, popupTexts } from '../texts.ts';
import type { TabAnswer } from '../backend.ts';
import type { FiguresView } from '../figures/figures.tsx';
import type { WorksHere } from '../view-model.ts';

export interface OpenWebUiFacts {
  readonly found: OpenWebUi;
  readonly companion: CompanionReport;
  /** The signed-in person has connections of their own. */
  readonly own: boolean;
  readonly tab: Pick<TabAnswer, 'direct' | 'replies'>;
  /** As the popup shows them. */
  readonly figures: FiguresView | null;
  /** The settings of the site. */
  readonly settings: Pick<Settings, 'history' | 'badges'>;
}

/** What an admin can do about the companion. */
export type CompanionStep = 'install' | 'update' | 'switch-on' | 'remove';

export interface OpenWebUiView {
  readonly title: string;
  /** One or two sentences on the companion. */
  readonly companion: string;
  /** Something on this site does not work without the companion. */
  readonly missing: boolean;
  /** This page needs a companion, and a newer one is ready. */
  readonly outdated: boolean;
  /** The next step; null if there is none. */
  readonly step: Exclude<CompanionStep, 'remove'> | null;
  /** Whether the signed-in person may take the step; others can ask somebody who may. */
  readonly admin: boolean;
  readonly removable: boolean;
  /** The state of the companion could not be determined. */
  readonly retry: boolean;
}

/** @returns the card of an Open WebUI */
export function openWebUiView(facts: OpenWebUiFacts): OpenWebUiView {
  const { found, companion, own, tab, figures, settings } = facts;
  // The history that the model reads passes through the page: sent with each request up to 0.8.1,
  // saved by the page before each request up to 0.8.12. Later servers write and read it themselves.
  const sendsHistory = !isAtLeast(found.version, 0, 9, 0);
  // Filters see the stream of a reply, so the companion can pass on what tools do.
  const streamsToFilters = isAtLeast(found.version, 0, 5, 17);
  const { state, admin } = companion;
  // Over a direct connection, both work without the companion. Which one a person uses is known
  // with the first reply.
  const direct = tab.direct || (own && tab.replies === 'none');
  const needed = state.kind !== 'current' && !direct;
  // Older agents write their tools into the reply.
  const seen =
    state.kind === 'absent' && figures?.period !== 'ever' && (figures?.counts.tools ?? 0) > 0;
  const history = needed && settings.history && !sendsHistory;
  const badges = needed && settings.badges && streamsToFilters && !seen;
  const missing = history || badges;
  return {
    title: `Open WebUI ${found.version}`,
    companion: companionText(companion, history, badges, streamsToFilters),
    missing,
    outdated: state.kind === 'outdated' && !direct,
    step: stepFor(state),
    admin,
    removable:
      admin &&
      !missing &&
      (state.kind === 'outdated' || state.kind === 'current' || state.kind === 'off'),
    retry: state.kind === 'unknown',
  };
}

/**
 * The state of the site in one line, which must not promise more than its Open WebUI keeps.
 * @param works the same without regard to Open WebUI, null while nothing is known
 */
export function worksWithCompanion(
  works: WorksHere | null,
  { missing, outdated, retry, companion }: OpenWebUiView,
): WorksHere | null {
  const due = missing || outdated;
  // What the person switched off is said first.
  if (works?.dot === 'partly' && due)
    return { ...works, text: formats.sentences(works.text, companion), todo: 'companion' };
  if (works?.dot !== 'active' || !due) return works;
  // While the server does not answer, nothing is known to be missing.
  return {
    dot: retry ? 'active' : 'partly',
    text: formats.sentences(popupTexts.on, companion),
    todo: 'companion',
  };
}

/**
 * @returns the state of a site of which is not known yet whether it is an Open WebUI: it is on, and
 * no more
 */
export function worksUntilKnown(works: WorksHere | null): WorksHere | null {
  return works?.dot === 'active' ? { ...works, text: popupTexts.on } : works;
}

/** @param history, badges whether they lack the companion */
function companionText(
  { state, admin }: CompanionReport,
  history: boolean,
  badges: boolean,
  streamsToFilters: boolean,
): string {
  switch (state.kind) {
    case 'absent':
      if (badges && !admin) return texts.askAdmin;
      return streamsToFilters ? companionAdds(history, badges) : texts.addsHistoryOnly;
    case 'outdated':
      return formats.sentences(companionKnown(state.version), texts.newer);
    case 'off':
      return formats.sentences(companionKnown(state.version), texts.switchedOff);
    case 'current':
      return formats.sentences(companionKnown(state.version), texts.switchedOn);
    case 'foreign':
      return texts.foreign;
    case 'unknown':
      return formats.sentences(texts.companionUnknown, state.why);
  }
}

function stepFor({ kind }: CompanionState): OpenWebUiView['step'] {
  switch (kind) {
    case 'absent':
      return 'install';
    case 'outdated':
      return 'update';
    case 'off':
      return 'switch-on';
    case 'current':
    case 'foreign':
    case 'unknown':
      return null;
  }
}
