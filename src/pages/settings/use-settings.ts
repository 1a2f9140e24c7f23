/** The settings, kept up to date while they are shown, and how to change them. */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { askBackground } from '../../extension/messages.ts';
import { reportFailure } from '../../extension/promises.ts';
import type { AllChoices } from '../../settings/read-all-choices.ts';
import { choose, unchoose, type Choices } from '../../settings/settings.ts';
import { choicesOf } from '../../settings/compare-choices.ts';
import type { ChoiceRequest } from '../../settings/requests.ts';
import { createLatestRead } from '../parts/latest-read.ts';
import { readSettings, watchSettings, type KnownSettings } from './backend.ts';

export interface SettingsControls {
  /** Null until they are read. */
  readonly known: KnownSettings | null;
  readonly problem: 'unread' | 'not-saved' | null;
  /** Shown at once, and reverted if it cannot be saved. @returns whether it was saved */
  change(request: ChoiceRequest): Promise<boolean>;
}

/** @returns the same object of functions each time, which use the latest state */
export function useSettings(): SettingsControls {
  const [known, setKnown] = useState<KnownSettings | null>(null);
  const [problem, setProblem] = useState<SettingsControls['problem']>(null);
  /** Changes sent and not answered yet: what is read meanwhile may lack them. */
  const asked = useRef(0);
  const begin = useMemo(createLatestRead, []);
  const refreshNow = useRef(() => {});

  useEffect(() => {
    const ending = new AbortController();
    async function refresh(): Promise<void> {
      const isLatest = begin();
      const found = await readSettings();
      if (ending.signal.aborted || asked.current > 0 || !isLatest()) return;
      setKnown(found);
      setProblem((before) => (before === 'unread' ? null : before));
    }
    refreshNow.current = () => {
      refresh().catch((error: unknown) => {
        reportFailure('read its settings')(error);
        if (!ending.signal.aborted) setProblem('unread');
      });
    };
    watchSettings(() => refreshNow.current(), ending.signal);
    refreshNow.current();
    return () => ending.abort();
  }, []);

  async function change(request: ChoiceRequest): Promise<boolean> {
    asked.current += 1;
    // What was read before lacks this change.
    begin();
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
