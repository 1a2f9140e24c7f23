/** Writes the settings, for the background; nothing else does. */
import { browser } from 'wxt/browser';
import {
  changePacks,
  readManaged,
  readStoredPolicy,
  readSite,
  readEverywhere,
  writeAllChoices,
  writeEverywhere,
  writePolicy,
  writeSite,
} from '../sites/store.ts';
import type { Request } from '../sites/messages.ts';
import type { RulePack } from '../normalizer/rules/rule.ts';
import { MAX_PACKS } from '../rules/read-packs.ts';
import { readPolicy } from './policy.ts';
import { choose, chosenKeys, unchoose, type Choices } from './settings.ts';

/** A page's requests about settings. */
export type ChoiceRequest = Extract<
  Request,
  { readonly type: 'choose' | 'unchoose' | 'replace-choices' | 'save-packs' | 'delete-pack' }
>;

/** Carries out a request. Not safe to run concurrently: queue it. */
export async function keepChoices(request: ChoiceRequest): Promise<void> {
  switch (request.type) {
    case 'choose': {
      // Ignores what an administrator has chosen: a choice made now would silently take effect once they release it.
      const change = unchoose(request.change, chosenKeys(await readManaged()));
      return changeChoices(request.origin, (choices) => choose(choices, change));
    }
    case 'unchoose': {
      const { origin, keys } = request;
      return changeChoices(origin, (choices) => (keys ? unchoose(choices, keys) : {}));
    }
    case 'replace-choices':
      return writeAllChoices(request.choices);
    case 'save-packs':
      return changePacks((packs) => withPacks(packs, request.packs));
    case 'delete-pack':
      return changePacks((packs) => packs.filter(({ id }) => id !== request.id));
  }
}

/** Milliseconds until a missing policy is believed; Chromium 156 took 3.2 s to deliver one. */
export const POLICY_MS = 15_000;

/**
 * Copies an administrator's policy to where every context can read them. Chromium has `storage.managed` in all
 * contexts; Firefox rejects if no policy is set.
 * @param options `early` if the extension has just started: for seconds Chromium reports no policy, and locked settings
 * must not be unlocked meanwhile, so an empty result is not believed if a policy was known
 * @returns whether the copy now equals what was found
 */
export async function copyManaged({ early = false }: { readonly early?: boolean } = {}): Promise<boolean> {
  const policy = readPolicy(await browser.storage.managed.get(null).catch(() => ({})));
  if (JSON.stringify(policy) === JSON.stringify(await readStoredPolicy())) return true;
  if (early && Object.keys(policy.settings).length === 0 && policy.sites.length === 0) return false;
  await writePolicy(policy);
  return true;
}

async function changeChoices(origin: string | null, change: (choices: Choices) => Choices): Promise<void> {
  if (origin === null) return writeEverywhere(change(await readEverywhere()));
  const site = await readSite(origin);
  return writeSite(origin, { ...site, choices: change(site.choices) });
}

function withPacks(known: readonly RulePack[], saved: readonly RulePack[]): readonly RulePack[] {
  // A Map keeps a replaced pack at its position.
  const packs = new Map([...known, ...saved].map((pack) => [pack.id, pack]));
  if (packs.size > MAX_PACKS)
    throw new Error(`There cannot be more than ${MAX_PACKS} rule packs of one's own. Delete some first.`);
  return [...packs.values()];
}
