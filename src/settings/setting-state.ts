/**
 * The state of one setting: its value, the value it would have without the choice made here, and
 * who may choose. Pure.
 */
import {
  choiceAs,
  choiceOf,
  chosenKeys,
  settle,
  type ChoiceKey,
  type Choices,
} from './settings.ts';
import type { ChoiceRequest } from './requests.ts';

/** The choices at each level that affect the setting shown. */
export interface Layers {
  readonly everywhere: Choices;
  /** Null if all sites are shown. */
  readonly site: Choices | null;
  readonly managed: Choices;
}

export interface SettingState {
  readonly value: boolean;
  /** The value if nothing is chosen here: that of all sites, or the default. */
  readonly base: boolean;
  /** It was chosen here, even if it equals the base. */
  readonly chosen: boolean;
  /** An administrator chose. */
  readonly locked: boolean;
}

/** @returns the state of a setting; a pack that nobody chose is off */
export function settingState(key: ChoiceKey, { everywhere, site, managed }: Layers): SettingState {
  return {
    value: choiceOf(settle(everywhere, site ?? {}, managed), key) ?? false,
    base: choiceOf(site ? settle(everywhere) : settle(), key) ?? false,
    chosen: choiceOf(site ?? everywhere, key) !== undefined,
    locked: choiceOf(managed, key) !== undefined,
  };
}

/**
 * @param origin null for all sites
 * @returns the request for a new value. Choosing the base removes the choice, so that what looks
 * the same is the same
 */
export function requestFor(
  origin: string | null,
  key: ChoiceKey,
  value: boolean,
  { base }: SettingState,
): Exclude<ChoiceRequest, { type: 'replace-choices' }> {
  return value === base
    ? { type: 'unchoose', origin, keys: [key] }
    : { type: 'choose', origin, change: choiceAs(key, value) };
}

/**
 * @param packs ids of the existing rule packs
 * @returns the settings chosen here, of those that are shown and not locked
 */
export function ownKeys(
  { everywhere, site, managed }: Layers,
  packs: readonly string[],
): readonly ChoiceKey[] {
  const shown = new Set(packs.map((id): string => `packs.${id}`));
  return chosenKeys(site ?? everywhere).filter(
    (key) => choiceOf(managed, key) === undefined && (!key.startsWith('packs.') || shown.has(key)),
  );
}
