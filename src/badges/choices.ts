import type { BadgePlace, BadgeStay } from '../settings/settings.ts';

/** What the settings say about badges. */
export interface BadgeChoices {
  /** When the badges of a finished reply are removed. */
  readonly stay: BadgeStay;
  /** Beside the reply, or always in the page's corner. */
  readonly place: BadgePlace;
  /** Whether faked calls are warned about. */
  readonly imitation: boolean;
  /** If false, nothing of ours is in the page; reports on replies are kept, for when badges are switched on again. */
  readonly shown: boolean;
}

/** The choices as they are now. */
export type CurrentChoices = { -readonly [Name in keyof BadgeChoices]: BadgeChoices[Name] };
