/** What the popup says. */
import { formats } from '../../languages/formats.ts';
import { message, numbered, words } from '../../languages/messages.ts';

export const popupTexts = words('popup');
export const { openWebUi: openWebUiTexts, stored: storedTexts, help: helpTexts } = popupTexts;

/** The steps with the companion. */
export const companionTexts = words('popup_companion', {
  statement: numbered('popup_companion_statement'),
  removal: numbered('popup_companion_removal'),
});

/** @returns the sentence after a step of the companion, with what to do next */
export function doneText(step: 'install' | 'update' | 'switch-on' | 'remove'): string {
  const { done } = companionTexts;
  return step === 'remove'
    ? done.remove
    : formats.sentences(done.install, message('badges_askAgent'));
}

/** @param history, badges whether they lack the companion */
export function companionAdds(history: boolean, badges: boolean): string {
  if (history && badges) return openWebUiTexts.addsBoth;
  if (history) return openWebUiTexts.addsHistory;
  return badges ? openWebUiTexts.addsBadges : openWebUiTexts.addsElsewhere;
}

/** @param version null if the installed one does not say */
export function companionKnown(version: string | null): string {
  return version === null ? openWebUiTexts.installed : openWebUiTexts.installedVersion(version);
}
