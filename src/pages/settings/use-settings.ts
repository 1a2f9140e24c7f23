/** The settings, kept up to date while they are shown, and how to change them. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { askBackground } from '../../extension/messages.ts';
import { reportFailure } from '../../extension/promises.ts';
import type { AllChoices } from '../../settings/read-all-choices.ts';
import { choose, unchoose, type Choices } from '../../settings/settings.ts';
import { choicesOf } from '../../settings/compare-choices.ts';
import type { ChoiceRequest } from '../../settings/requests.ts';
import { readOwnPacks } from '../../rules/own-pack-store.ts';
import {
  readEverywhere,
  readManaged,
  readSeenHermes,
  readSites,
  watchChoices,
  type Site,
} from '../../settings/store.ts';

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

export type SettingsControls = ReturnType<typeof useSettings>;

/** @returns the same object of functions each time, which use the latest state */
export function useSettings() {
  const [known, setKnown] = useState<KnownSettings | null>(null);
  const [problem, setProblem] = useState<'unread' | 'not-saved' | null>(null);
  /** Changes sent and not answered yet: what is read meanwhile may lack them. */
  const asked = useRef(0);
  /** Reads and changes so far: what is read counts only if none has begun since. */
  const begun = useRef(0);
  const refreshNow = useRef(() => {});

  useEffect(() => {
    const ending = new AbortController();
    async function refresh(): Promise<void> {
      const mine = ++begun.current;
      const found = await readSettings();
      if (ending.signal.aborted || asked.current > 0 || mine !== begun.current) return;
      setKnown(found);
      setProblem((before) => (before === 'unread' ? null : before));
    }
    refreshNow.current = () => {
      refresh().catch((error: unknown) => {
        reportFailure('read its settings')(error);
        if (!ending.signal.aborted) setProblem('unread');
      });
    };
    watchChoices(() => refreshNow.current(), ending.signal);
    refreshNow.current();
    return () => ending.abort();
  }, []);

  /** Shown at once, and reverted if it cannot be saved. @returns whether it was saved */
  async function change(request: ChoiceRequest): Promise<boolean> {
    asked.current += 1;
    // What was read before lacks this change.
    begun.current += 1;
    setProblem(null);
    setKnown((before) => before && { ...before, all: foresee(before.all, request) });
    const kept = (await askBackground<ChoiceRequest>(request)) !== null;
    asked.current -= 1;
    if (!kept) setProblem('not-saved');
    refreshNow.current();
    return kept;
  }

  return { known, problem, change };
}

/** The state if it is saved. */
function foresee(all: AllChoices, request: ChoiceRequest): AllChoices {
  switch (request.type) {
    case 'choose':
      return edit(all, request.origin, (choices) => choose(choices, request.change));
    case 'unchoose':
      return edit(all, request.origin, (choices) => (request.keys ? unchoose(choices, request.keys) : {}));
    case 'replace-choices':
      return request.choices;
  }
}

function edit(all: AllChoices, origin: string | null, change: (choices: Choices) => Choices): AllChoices {
  if (origin === null) return { ...all, everywhere: change(all.everywhere) };
  return { ...all, sites: { ...all.sites, [origin]: change(choicesOf(all, origin)) } };
}
