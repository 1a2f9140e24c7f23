/** The settings, kept up to date while they are shown, and how to change them. */
import { useState } from 'preact/hooks';
import { askBackground } from '../../extension/messages.ts';
import type { AllChoices } from '../../settings/read-all-choices.ts';
import type { Choices } from '../../settings/settings.ts';
import type { ChoiceRequest } from '../../settings/requests.ts';
import { readOwnPacks } from '../../rules/own-pack-store.ts';
import {
  readEverywhere,
  readManaged,
  readSites,
  watchChoices,
  type Site,
} from '../../settings/store.ts';
import { onlyPermitted } from '../../sites/permissions.ts';
import { pageTexts } from '../parts/texts.ts';
import { useStored } from '../parts/use-stored.ts';

/** All that the section shows. */
export interface KnownSettings {
  readonly all: AllChoices;
  readonly managed: Choices;
  /** Every site with settings of its own or that was ever on, sorted by origin. */
  readonly sites: readonly (Site & { readonly origin: string })[];
  /** Those of them for which the browser does not have to ask. */
  readonly permitted: readonly string[];
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
  const permitted = await onlyPermitted(sites.map(({ origin }) => origin));
  return {
    all: { everywhere, sites: Object.fromEntries(chosen), packs },
    managed,
    sites,
    permitted,
  };
}

export type SettingsControls = ReturnType<typeof useSettings>;

export function useSettings() {
  const { value: known, failed } = useStored(readSettings, watchChoices, 'read its settings', []);
  const { notSaved, send } = useRequests<ChoiceRequest>();
  return {
    known,
    /** Why the settings could not be read, or a change not saved; null if all is well. */
    problem: failed ? pageTexts.notOpened : notSaved,
    /** @returns whether it was saved */
    change: send,
  };
}

/** Sends requests to the background, and says if the last one was not carried out. */
export function useRequests<R extends { readonly type: string }>() {
  const [failed, setFailed] = useState(false);
  return {
    notSaved: failed ? pageTexts.notSaved : null,
    async send(request: R): Promise<boolean> {
      const kept = (await askBackground<R>(request)) !== null;
      setFailed(!kept);
      return kept;
    },
  };
}
