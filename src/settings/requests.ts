/** Requests of our own pages to the background that concern the settings. */
import type { AllChoices } from './read-all-choices.ts';
import type { ChoiceKey, Choices } from './settings.ts';

export type ChoiceRequest =
  /** `origin`: null for all sites. Settings that are not named keep their value. */
  | { readonly type: 'choose'; readonly origin: string | null; readonly change: Choices }
  /** Removes choices. */
  | {
      readonly type: 'unchoose';
      readonly origin: string | null;
      readonly keys: readonly ChoiceKey[];
    }
  /** Replaces everything that was chosen before, atomically. */
  | { readonly type: 'replace-choices'; readonly choices: AllChoices };
