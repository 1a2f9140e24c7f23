/** The rule packs and their settings, kept up to date, and the actions of the section. */
import { useState } from 'preact/hooks';
import type { RulePack } from '../../normalizer/rules/rule.ts';
import { requestFor, settingState, type Layers } from '../../settings/setting-state.ts';
import { askBackground } from '../../extension/messages.ts';
import { choicesOf } from '../../settings/compare-choices.ts';
import type { ChoiceRequest } from '../../settings/requests.ts';
import { watchChoices } from '../../settings/store.ts';
import { readOwnPackIds, type PackRequest } from '../../rules/own-pack-store.ts';
import { takenIds } from '../../rules/own-packs.ts';
import { useStored } from '../parts/use-stored.ts';
import { readSettings } from '../settings/use-settings.ts';

/** What is known of the rules. */
export interface RulesState {
  readonly own: readonly RulePack[];
  /** The settings of packs, at each level. */
  readonly layers: Layers;
  /** Ids that no new pack may have. */
  readonly taken: ReadonlySet<string>;
}

export type Rules = ReturnType<typeof useRules>;

/** @param site origin, or null for all sites */
export function useRules(site: string | null) {
  const { value: state, failed: unread } = useStored(() => readRules(site), watchChoices, 'read the rules', [site]);
  /** The last change could not be saved. */
  const [failed, setFailed] = useState(false);

  async function send(request: ChoiceRequest | PackRequest): Promise<boolean> {
    const kept = (await askBackground<typeof request>(request)) !== null;
    setFailed(!kept);
    return kept;
  }

  return {
    state,
    unread,
    failed,
    async turn(id: string, on: boolean): Promise<boolean> {
      if (state === null) return false;
      const key = `packs.${id}` as const;
      return send(requestFor(site, key, on, settingState(key, state.layers)));
    },
    /** Resets the setting of a pack at this level. */
    reset: (id: string) => void send({ type: 'unchoose', origin: site, keys: [`packs.${id}`] }),
    save: (pack: RulePack) => send({ type: 'save-packs', packs: [pack] }),
    remove: (id: string) => send({ type: 'delete-pack', id }),
  };
}

async function readRules(site: string | null): Promise<RulesState> {
  const [{ all, managed }, ids] = await Promise.all([readSettings(), readOwnPackIds()]);
  return {
    own: all.packs,
    layers: { everywhere: all.everywhere, site: site === null ? null : choicesOf(all, site), managed },
    // An administrator's settings do not count: they name a pack that is yet to be installed.
    taken: takenIds(ids, [all.everywhere, ...Object.values(all.sites)]),
  };
}
