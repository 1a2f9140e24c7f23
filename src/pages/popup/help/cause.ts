/** Why a person may see nothing of the extension, from what the popup knows anyway. Pure. */
import type { CompanionState } from '../../../companion/companion.ts';
import { formats } from '../../../languages/formats.ts';
import type { TabAnswer } from '../backend.ts';
import { helpTexts, popupTexts } from '../texts.ts';
import type { PopupView, WorksHere } from '../view-model.ts';

/**
 * @param works as shown, with regard to Open WebUI
 * @param tab null until it was asked
 * @returns the one cause, in words
 */
export function causeOf(view: PopupView, works: WorksHere | null, tab: TabAnswer | null): string {
  switch (view.kind) {
    case 'opening':
      return popupTexts.loading;
    case 'unsupported':
    case 'unreadable':
      return popupTexts[view.kind];
    case 'off':
      return formats.sentences(view.works.text, view.notice ?? view.offer);
    case 'on':
      if (!works || !tab) return popupTexts.loading;
      if (view.notice !== null) return view.notice;
      if (works.dot !== 'active' || works.todo) return works.text;
      return tab.replies === 'read' ? helpTexts.read : helpTexts.noReply;
  }
}

export interface ReportFacts {
  readonly version: string;
  /** Name and version of the browser. */
  readonly browser: string;
  readonly view: PopupView;
  readonly tab: TabAnswer | null;
  /** Version of the server; null if it is no Open WebUI. */
  readonly openWebUi: string | null;
  readonly companion: CompanionState['kind'] | null;
}

/** @returns what a developer needs to know, as JSON; no address and nothing of any chat */
export function reportOf({ version, browser, view, tab, openWebUi, companion }: ReportFacts): string {
  const { settings, figures, repairs } = view.kind === 'on' ? view : {};
  const facts = { version, browser, site: view.kind, tab, openWebUi, companion, settings, figures, repairs };
  return JSON.stringify(facts, null, 1);
}
