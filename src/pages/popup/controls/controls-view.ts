/** Turns the settings into the switches that the popup has for one site. Pure. */
import { requestFor, settingState, type Layers } from '../../../settings/setting-state.ts';
import {
  choiceOf,
  type ChoiceKey,
  type Chosen,
  type Settings,
} from '../../../settings/settings.ts';
import type { ChoiceRequest } from '../../../settings/requests.ts';

export interface ControlsView {
  readonly site: string;
  readonly switches: readonly {
    readonly id: keyof typeof KEYS;
    readonly on: boolean;
    /** Set by an administrator. */
    readonly locked: boolean;
  }[];
}

/** What each of them switches. */
const KEYS = { badges: ['badges'], cleaning: ['replies', 'history'] } as const satisfies Record<
  string,
  ChoiceKey[]
>;

/** @param settings of the site, with all defaults filled in */
export function controlsView(
  site: string,
  settings: Settings,
  { managed }: Pick<Chosen, 'managed'>,
): ControlsView {
  return {
    site,
    switches: (['badges', 'cleaning'] as const).map((id) => ({
      id,
      on: KEYS[id].some((key) => settings[key]),
      locked: KEYS[id].every((key) => choiceOf(managed, key) !== undefined),
    })),
  };
}

/** @returns the change that switches one of them on this site only */
export function requestsFor(
  site: string,
  id: keyof typeof KEYS,
  on: boolean,
  layers: Layers,
): readonly ChoiceRequest[] {
  return KEYS[id].map((key) => requestFor(site, key, on, settingState(key, layers)));
}
