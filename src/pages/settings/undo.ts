/** What was done last in the settings, and whether it can still be taken back. Pure. */
import type { AllChoices } from '../../sites/messages.ts';
import { isSame } from '../../settings/compare-choices.ts';
import type { ChoiceRequest } from '../../settings/keep-choices.ts';

/** What was done last. */
export interface Undo {
  /** What was done. */
  readonly words: string;
  /** Where: null for all sites. */
  readonly site: string | null;
  /** Takes it back; null once it was taken back. */
  readonly request: ChoiceRequest | null;
  /** What all settings were after it, where taking it back replaces them all; else null. */
  readonly left: AllChoices | null;
}

/** Whether taking it back would undo more than what it did: something else was changed since. */
export function isOutdated({ request, left }: Undo, all: AllChoices): boolean {
  if (!left || request?.type !== 'replace-choices') return false;
  // While it is being taken back, what it brings back is there already.
  return !isSame(all, left) && !isSame(all, request.choices);
}
