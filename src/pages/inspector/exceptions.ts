import { createContext } from 'preact';
import { ALL_REPAIRS, enabledRepairs } from '../../normalizer/repairs/all-repairs.ts';
import { choicesOf } from '../../settings/read-all-choices.ts';
import { choiceOf, settle } from '../../settings/settings.ts';
import type { SettingsControls } from '../settings/use-settings.ts';

/** The repairs that a person has switched off on the inspected site, and how to do that. */
export type Exceptions = ReturnType<typeof exceptionsOf>;

/** Null until the settings are known. */
export const ExceptionsContext = createContext<Exceptions>(null);

/** @returns null while the settings are unknown */
export function exceptionsOf(site: string, { known, change }: SettingsControls) {
  if (!known) return null;
  const { all, managed } = known;
  const { repairBroken, repairLegal, repairs } = settle(
    all.everywhere,
    choicesOf(all, site),
    managed,
  );
  const enabled = enabledRepairs({ broken: repairBroken, legal: repairLegal, each: repairs });
  return {
    /**
     * @returns whether a repair is switched off there; null if that is not for the person to choose
     */
    isOff(id: string): boolean | null {
      if (!ALL_REPAIRS.has(id) || choiceOf(managed, `repairs.${id}`) !== undefined) return null;
      // After a change in a stream, null choices are repaired whatever the settings say.
      return (
        choiceOf(choicesOf(all, site), `repairs.${id}`) === false ||
        (enabled.has(id) ? false : null)
      );
    },
    turn: (id: string, off: boolean) =>
      void change(
        off
          ? { type: 'choose', origin: site, change: { repairs: { [id]: false } } }
          : { type: 'unchoose', origin: site, keys: [`repairs.${id}`] },
      ),
  };
}
