import { formats } from '../../../languages/formats.ts';
import type { TabAnswer } from '../backend.ts';
import { helpTexts, popupTexts } from '../texts.ts';
import type { PopupView, WorksHere } from '../view-model.ts';

/**
 * Says why a person may see nothing of the extension, from what the popup knows anyway.
 * @param works as shown, with regard to Open WebUI
 * @param tab null until it was asked
 * @returns the one cause, in words
 */
export function causeOf(view: PopupView, works: WorksHere | null, tab: TabAnswer | null): string {
  if (view.kind === 'off') return formats.sentences(view.works.text, view.notice ?? view.offer);
  if (view.kind === 'on' && view.notice !== null) return view.notice;
  if (works?.dot !== 'active' || works.todo) return works?.text ?? popupTexts.loading;
  return tab?.replies === 'read' ? helpTexts.read : helpTexts.noReply;
}
