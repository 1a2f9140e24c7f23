/** Everything that the settings page reads from the storage. */
import type { AllChoices } from '../../settings/read-all-choices.ts';
import {
  readEverywhere,
  readManaged,
  readSeenHermes,
  readSites,
  watchChoices,
  type Site,
} from '../../settings/store.ts';
import { readOwnPacks } from '../../rules/own-pack-store.ts';
import type { Choices } from '../../settings/settings.ts';

/** All that the section shows. */
export interface KnownSettings {
  readonly all: AllChoices;
  readonly managed: Choices;
  /** Every site with settings of its own or that was ever on, sorted by origin. */
  readonly sites: readonly (Site & { readonly origin: string })[];
  /** Those of them on which a Hermes server has answered. */
  readonly seenHermes: ReadonlySet<string>;
}

/** Rejects if the browser cannot read its storage. */
export async function readSettings(): Promise<KnownSettings> {
  const [everywhere, managed, packs, sites] = await Promise.all([
    readEverywhere(),
    readManaged(),
    readOwnPacks(),
    readSites(),
  ]);
  const chosen = sites
    .filter(({ choices }) => Object.keys(choices).length > 0)
    .map(({ origin, choices }) => [origin, choices] as const);
  const seenHermes = await readSeenHermes(sites.map(({ origin }) => origin));
  return { all: { everywhere, sites: Object.fromEntries(chosen), packs }, managed, sites, seenHermes };
}

/** Calls back when anything that `readSettings` reads may have changed. */
export { watchChoices as watchSettings };
