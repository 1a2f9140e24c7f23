/** The rule packs and their settings, kept up to date, and the actions of the section. */
import { useState } from 'preact/hooks';
import type { RulePack } from '../../normalizer/rules/rule.ts';
import { requestFor, settingState, type Layers } from '../../settings/setting-state.ts';
import { askBackground } from '../../extension/messages.ts';
import type { ChoiceRequest } from '../../settings/requests.ts';
import { readEverywhere, readManaged, readSites, watchChoices } from '../../settings/store.ts';
import { readOwnPackIds, readOwnPacks, type PackRequest } from '../../rules/own-pack-store.ts';
import { takenIds } from '../../rules/own-packs.ts';
import { useStored } from '../parts/use-stored.ts';

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
  const [own, ids, everywhere, managed, sites] = await Promise.all([
    readOwnPacks(),
    readOwnPackIds(),
    readEverywhere(),
    readManaged(),
    readSites(),
  ]);
  const chosen = sites.find(({ origin }) => origin === site)?.choices ?? {};
  const layers = { everywhere, site: site === null ? null : chosen, managed };
  return {
    own,
    layers,
    // An administrator's settings do not count: they name a pack that is yet to be installed.
    taken: takenIds(ids, [everywhere, ...sites.map(({ choices }) => choices)]),
  };
}
