/** The last change of the settings, and whether it can still be undone. Pure. */
import type { AllChoices } from '../../settings/read-all-choices.ts';
import { isSame } from '../../settings/compare-choices.ts';
import type { ChoiceRequest } from '../../settings/requests.ts';

/** The last change. */
export interface Undo {
  /** What was changed. */
  readonly words: string;
  /** Where: null for all sites. */
  readonly site: string | null;
  /** Undoes it; null once it was undone. */
  readonly request: ChoiceRequest | null;
  /** All settings after the change if undoing it replaces them all; else null. */
  readonly left: AllChoices | null;
}

/** Whether undoing it would undo more than this change: something else was changed since. */
export function isOutdated({ request, left }: Undo, all: AllChoices): boolean {
  if (!left || request?.type !== 'replace-choices') return false;
  // While it is being undone, the restored settings are there already.
  return !isSame(all, left) && !isSame(all, request.choices);
}
