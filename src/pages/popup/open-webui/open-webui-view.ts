/** Turns what is known of an Open WebUI site into what its card shows. Pure. */
import type { SeenMode } from '../../../bridge/protocol.ts';
import type { CompanionReport, CompanionState } from '../../../companion/companion.ts';
import { isAtLeast, type OpenWebUi } from '../../../detection/open-webui.ts';
import { formats } from '../../../languages/formats.ts';
import type { Settings } from '../../../settings/settings.ts';
import { companionAdds, companionKnown, openWebUiTexts as texts, popupTexts } from '../texts.ts';
import type { Dot, WorksHere } from '../view-model.ts';

export interface OpenWebUiFacts {
  readonly found: OpenWebUi;
  readonly companion: CompanionReport;
  readonly seen: readonly SeenMode[];
  /** The hook works in this tab. */
  readonly working: boolean;
  /** The settings of the site. */
  readonly settings: Pick<Settings, 'replies' | 'history' | 'badges'>;
}

/** How the page gets its replies. */
type Mode = 'server' | 'polling' | 'direct';

/** What an admin can do about the companion. */
export type CompanionStep = 'install' | 'update' | 'switch-on' | 'remove';

export interface WhatWorks {
  readonly id: 'replies' | 'history' | 'badges';
  readonly label: string;
  readonly text: string;
  readonly dot: Dot;
}

export interface OpenWebUiView {
  readonly title: string;
  /** Name of the site and transport of its replies; null if neither is worth saying. */
  readonly subtitle: string | null;
  /** Empty if something is missing: then only that is said. */
  readonly works: readonly WhatWorks[];
  /** One or two sentences on the companion. */
  readonly companion: string;
  /** Something on this site does not work without the companion. */
  readonly missing: boolean;
  /** The next step; null if there is none. */
  readonly step: Exclude<CompanionStep, 'remove'> | null;
  /** Whether the signed-in person may take the step; others can ask somebody who may. */
  readonly admin: boolean;
  readonly removable: boolean;
  /** The state of the companion could not be determined. */
  readonly retry: boolean;
}

/** What works for one version and mode, regardless of the companion. */
interface Ground {
  readonly mode: Mode | null;
  /**
   * The history that the model reads passes through the page: sent with each request up to 0.8.1, saved by the page
   * before each request up to 0.8.12. Later servers write and read it themselves.
   */
  readonly sendsHistory: boolean;
  /** Filters see the stream of a reply, so the companion can pass on what tools do. */
  readonly streamsToFilters: boolean;
}

/** @returns what to show; says nothing of the transport before a reply was seen */
export function openWebUiView(facts: OpenWebUiFacts): OpenWebUiView {
  const { found, companion, seen } = facts;
  const ground: Ground = {
    mode: modeOf(found, seen),
    sendsHistory: !isAtLeast(found.version, 0, 9, 0),
    streamsToFilters: isAtLeast(found.version, 0, 5, 17),
  };
  const { state, admin } = companion;
  const history = historyLine(facts, ground);
  const badges = badgesLine(facts, ground);
  const works = [repliesLine(facts), history, badges].filter((line) => line !== null);
  const missing = history === null || badges === null;
  return {
    title: state.kind === 'current' ? texts.withCompanion(found.version) : `Open WebUI ${found.version}`,
    subtitle: missing
      ? null
      : [ownName(found.name), ground.mode && texts.modes[ground.mode]].filter(Boolean).join(' · ') || null,
    works: missing ? [] : works,
    companion: companionText(state, history === null, badges === null, ground),
    missing,
    step: stepFor(state),
    admin,
    removable: admin && !missing && (state.kind === 'outdated' || state.kind === 'current' || state.kind === 'off'),
    retry: state.kind === 'unknown',
  };
}

/**
 * The state of the site in one line, which must not promise more than its Open WebUI keeps.
 * @param works the same without regard to Open WebUI, null while nothing is known
 */
export function worksWithCompanion(
  works: WorksHere | null,
  { missing, step, retry }: OpenWebUiView,
  { replies, history }: Pick<Settings, 'replies' | 'history'>,
): WorksHere | null {
  // While the server does not answer, nothing is known to be missing.
  if (works?.dot !== 'active' || !missing || retry) return works;
  // What the person switched off is said first.
  if (!replies || !history) return { ...works, dot: 'partly' };
  return { ...works, dot: 'partly', text: step === null ? popupTexts.activePartly : popupTexts.activeStep };
}

/** The site's own name. Open WebUI appends its own, which is in the title already. */
function ownName(name: string): string {
  return name.replace(/ ?\(Open WebUI\)$/, '').replace(/^Open WebUI$/, '');
}

function repliesLine({ working, settings }: OpenWebUiFacts): WhatWorks {
  const line = { id: 'replies', label: texts.replies } as const;
  if (!settings.replies) return { ...line, ...setOff() };
  return working
    ? { ...line, text: texts.cleaned, dot: 'active' }
    : { ...line, text: texts.afterReload, dot: 'attention' };
}

/** @returns null if it needs the companion */
function historyLine(
  { companion, working, settings }: OpenWebUiFacts,
  { mode, sendsHistory }: Ground,
): WhatWorks | null {
  const line = { id: 'history', label: texts.history } as const;
  if (companion.state.kind === 'current') return { ...line, text: texts.cleanedOnServer, dot: 'active' };
  if (!settings.history) return { ...line, ...setOff() };
  if (!sendsHistory && mode !== 'direct') return null;
  return working
    ? { ...line, text: texts.cleanedBeforeSent, dot: 'active' }
    : { ...line, text: texts.afterReload, dot: 'attention' };
}

/** @returns null if they need the companion */
function badgesLine(
  { found, companion, working, settings }: OpenWebUiFacts,
  { mode, streamsToFilters }: Ground,
): WhatWorks | null {
  const line = { id: 'badges', label: texts.badges } as const;
  if (!settings.badges) return { ...line, ...setOff() };
  const passedOn = streamsToFilters && companion.state.kind === 'current';
  if (passedOn || mode === 'direct') {
    return working
      ? { ...line, text: texts.shown, dot: 'active' }
      : { ...line, text: texts.afterReload, dot: 'attention' };
  }
  if (streamsToFilters) return null;
  const direct = found.directConnections === true;
  return { ...line, text: direct ? texts.badgesTooOldOrDirect : texts.badgesTooOld, dot: 'off' };
}

/** The person chose so; it needs no attention. */
function setOff(): Pick<WhatWorks, 'text' | 'dot'> {
  return { text: texts.setOff, dot: 'off' };
}

/** @param history, badges whether they lack the companion */
function companionText(state: CompanionState, history: boolean, badges: boolean, ground: Ground): string {
  switch (state.kind) {
    case 'absent':
      return ground.streamsToFilters ? companionAdds(history, badges) : texts.addsHistoryOnly;
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

/**
 * @param seen ways in which replies reached this page since it was loaded
 * @returns null while it could be either
 */
export function modeOf({ websocket, directConnections }: OpenWebUi, seen: readonly SeenMode[]): Mode | null {
  // Over a direct connection, the server also sends its part of every reply.
  if (seen.includes('direct')) return 'direct';
  if (seen.includes('polling') && !seen.includes('websocket')) return 'polling';
  if (seen.includes('websocket')) return 'server';
  if (directConnections !== false) return null;
  return websocket ? 'server' : 'polling';
}
