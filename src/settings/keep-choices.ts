/** Writes the settings, for the background; nothing else does. */
import { browser } from 'wxt/browser';
import {
  readManaged,
  readStoredPolicy,
  readSite,
  readEverywhere,
  writeAllChoices,
  writeEverywhere,
  writePolicy,
  writeSite,
} from './store.ts';
import { answerRequests } from '../extension/messages.ts';
import { type Queue, reportFailure } from '../extension/promises.ts';
import { readPolicy } from './policy.ts';
import type { ChoiceRequest } from './requests.ts';
import { choose, chosenKeys, unchoose, type Choices } from './settings.ts';

/**
 * Answers requests that concern the settings, and copies those of an administrator. Call it
 * synchronously when the background starts.
 * @param inTurn the queue of all that writes settings
 */
export function listenForChoices(inTurn: Queue): void {
  function copyInTurn(options?: Parameters<typeof copyManaged>[0]): void {
    inTurn(() => copyManaged(options))
      .then((copied) => {
        if (!copied) setTimeout(copyInTurn, POLICY_MS);
      })
      .catch(reportFailure('read the settings of an administrator'));
  }

  answerRequests<ChoiceRequest>(['choose', 'unchoose', 'replace-choices'], inTurn, keepChoices);
  browser.storage.onChanged.addListener((_changes, area) => {
    if (area === 'managed') copyInTurn();
  });
  copyInTurn({ early: true });
}

/** Carries out a request. Not safe to run concurrently: queue it. */
export async function keepChoices(request: ChoiceRequest): Promise<void> {
  switch (request.type) {
    case 'choose': {
      // Ignores what an administrator has chosen: a choice made now would silently take effect once
      // they release it.
      const change = unchoose(request.change, chosenKeys(await readManaged()));
      return changeChoices(request.origin, (choices) => choose(choices, change));
    }
    case 'unchoose':
      return changeChoices(request.origin, (choices) => unchoose(choices, request.keys));
    case 'replace-choices':
      return writeAllChoices(request.choices);
  }
}

/** Milliseconds until a missing policy is believed; Chromium 156 took 3.2 s to deliver one. */
export const POLICY_MS = 15_000;

/**
 * Copies an administrator's policy to where every context can read them. Chromium has
 * `storage.managed` in all contexts; Firefox rejects if no policy is set.
 * @param options `early` if the extension has just started: for seconds Chromium reports no policy,
 * and locked settings must not be unlocked meanwhile, so an empty result is not believed if a
 * policy was known
 * @returns whether the copy now equals what was found
 */
export async function copyManaged({
  early = false,
}: { readonly early?: boolean } = {}): Promise<boolean> {
  const policy = readPolicy(await browser.storage.managed.get(null).catch(() => ({})));
  if (JSON.stringify(policy) === JSON.stringify(await readStoredPolicy())) return true;
  if (early && Object.keys(policy.settings).length === 0 && policy.sites.length === 0) return false;
  await writePolicy(policy);
  return true;
}

async function changeChoices(
  origin: string | null,
  change: (choices: Choices) => Choices,
): Promise<void> {
  if (origin === null) return writeEverywhere(change(await readEverywhere()));
  const site = await readSite(origin);
  return writeSite(origin, { ...site, choices: change(site.choices) });
}
