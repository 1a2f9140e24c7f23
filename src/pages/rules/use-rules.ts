/** The rule packs and their settings, kept up to date, and the actions of the section. */
import { useEffect, useState } from 'preact/hooks';
import type { RulePack } from '../../normalizer/rules/rule.ts';
import { requestFor, settingState, type Layers } from '../../settings/setting-state.ts';
import { askBackground } from '../../extension/messages.ts';
import type { ChoiceRequest } from '../../settings/requests.ts';
import { readEverywhere, readManaged, readSites, watchChoices } from '../../settings/store.ts';
import { readOwnPackIds, readOwnPacks, type PackRequest } from '../../rules/own-pack-store.ts';
import { takenIds } from '../../rules/own-packs.ts';
import { createLatestRead } from '../parts/latest-read.ts';

/** What is known of the rules. */
export interface RulesState {
  readonly own: readonly RulePack[];
  /** The settings of packs, at each level. */
  readonly layers: Layers;
  /** Ids that no new pack may have. */
  readonly taken: ReadonlySet<string>;
}

export interface Rules {
  /** Null until it is read, 'failed' if it cannot be. */
  readonly state: RulesState | 'failed' | null;
  /** The last change could not be saved. */
  readonly failed: boolean;
  turn(id: string, on: boolean): void;
  /** Resets the setting of a pack at this level. */
  reset(id: string): void;
  /** All of them or none. */
  save(...packs: readonly RulePack[]): Promise<boolean>;
  remove(id: string): Promise<boolean>;
}

/** @param site origin, or null for all sites */
export function useRules(site: string | null): Rules {
  const [state, setState] = useState<Rules['state']>(null);
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    const ending = new AbortController();
    const begin = createLatestRead();
    function refresh(): void {
      const isLatest = begin();
      function arrive(answer: Rules['state']): void {
        if (!ending.signal.aborted && isLatest()) setState(answer);
      }
      readRules(site).then(arrive, () => arrive('failed'));
    }
    watchChoices(refresh, ending.signal);
    refresh();
    return () => ending.abort();
  }, [site]);

  async function send(request: ChoiceRequest | PackRequest): Promise<boolean> {
    const kept = (await askBackground<typeof request>(request)) !== null;
    setFailed(!kept);
    return kept;
  }

  return {
    state,
    failed,
    turn(id, on) {
      if (state === null || state === 'failed') return;
      const key = `packs.${id}` as const;
      void send(requestFor(site, key, on, settingState(key, state.layers)));
    },
    reset: (id) => void send({ type: 'unchoose', origin: site, keys: [`packs.${id}`] }),
    save: (...packs) => send({ type: 'save-packs', packs }),
    remove: (id) => send({ type: 'delete-pack', id }),
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
