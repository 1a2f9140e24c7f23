/** How one setting stands: what holds, what would hold without the choice made here, and who may choose. Pure. */
import { choiceAs, choiceOf, chosenKeys, settle, type ChoiceKey, type Choices, type ChoiceValue } from './settings.ts';
import type { Request } from '../sites/messages.ts';

/** What was chosen at each place that counts for the one that is shown. */
export interface Layers {
  readonly everywhere: Choices;
  /** Null where all sites are shown. */
  readonly site: Choices | null;
  readonly managed: Choices;
  /** What holds on the site where nobody chose, as it was seen there; nothing where all sites are shown. */
  readonly seen?: Choices;
}

export interface SettingState {
  readonly value: ChoiceValue;
  /** What holds where nothing is chosen here: what all sites have, or the default. */
  readonly base: ChoiceValue;
  /** It was chosen here, be it the same as the base. */
  readonly chosen: boolean;
  /** An administrator chose. */
  readonly locked: boolean;
}

/** @returns how a setting stands; a pack that nobody chose is off */
export function settingState(key: ChoiceKey, { everywhere, site, managed, seen = {} }: Layers): SettingState {
  return {
    value: choiceOf(settle(seen, everywhere, site ?? {}, managed), key) ?? false,
    base: choiceOf(site ? settle(seen, everywhere) : settle(), key) ?? false,
    chosen: choiceOf(site ?? everywhere, key) !== undefined,
    locked: choiceOf(managed, key) !== undefined,
  };
}

/**
 * @param origin null for all sites
 * @returns what to ask for. To choose what holds anyway is to take the choice back, so that nothing differs that looks the same
 */
export function requestFor(
  origin: string | null,
  key: ChoiceKey,
  value: ChoiceValue,
  { base }: SettingState,
): Extract<Request, { type: 'choose' | 'unchoose' }> {
  return value === base
    ? { type: 'unchoose', origin, keys: [key] }
    : { type: 'choose', origin, change: choiceAs(key, value) };
}

/**
 * @param packs ids of the rule packs that there are
 * @returns the settings that were chosen here, of those that are shown and not an administrator's
 */
export function ownKeys({ everywhere, site, managed }: Layers, packs: readonly string[]): readonly ChoiceKey[] {
  const shown = new Set(packs.map((id): string => `packs.${id}`));
  return chosenKeys(site ?? everywhere).filter(
    (key) => choiceOf(managed, key) === undefined && (!key.startsWith('packs.') || shown.has(key)),
  );
}
