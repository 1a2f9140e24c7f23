/** The rule packs and their settings, kept up to date, and the actions of the section. */
import type { RulePack } from '../../normalizer/rules/rule.ts';
import { requestFor, settingState, type Layers } from '../../settings/setting-state.ts';
import { choicesOf } from '../../settings/read-all-choices.ts';
import type { ChoiceRequest } from '../../settings/requests.ts';
import { watchChoices } from '../../settings/store.ts';
import type { PackRequest } from '../../rules/own-pack-store.ts';
import { useStored } from '../parts/use-stored.ts';
import { readSettings, useRequests } from '../settings/use-settings.ts';

/** What is known of the rules. */
export interface RulesState {
  readonly own: readonly RulePack[];
  /** The settings of packs, at each level. */
  readonly layers: Layers;
}

export type Rules = ReturnType<typeof useRules>;

/** @param site origin, or null for all sites */
export function useRules(site: string | null) {
  const { value: state, failed: unread } = useStored(
    () => readRules(site),
    watchChoices,
    'read the rules',
    [site],
  );
  const { notSaved, send } = useRequests<ChoiceRequest | PackRequest>();

  return {
    state,
    unread,
    notSaved,
    async turn(id: string, on: boolean): Promise<boolean> {
      if (state === null) return false;
      const key = `packs.${id}` as const;
      return send(requestFor(site, key, on, settingState(key, state.layers)));
    },
    /** Resets the setting of a pack at this level. */
    reset: (id: string) => void send({ type: 'unchoose', origin: site, keys: [`packs.${id}`] }),
    save: (pack: RulePack) => send({ type: 'save-pack', pack }),
    remove: (id: string) => send({ type: 'delete-pack', id }),
  };
}

async function readRules(site: string | null): Promise<RulesState> {
  const { all, managed } = await readSettings();
  return {
    own: all.packs,
    layers: {
      everywhere: all.everywhere,
      site: site === null ? null : choicesOf(all, site),
      managed,
    },
  };
}
