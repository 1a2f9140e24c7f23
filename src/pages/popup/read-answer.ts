/** Validates answers from a message channel: another version of the background may still be running. */
import { SEEN_MODES } from '../../bridge/protocol.ts';
import { isObject } from '../../normalizer/json/json-edit.ts';
import { readChoices, settle } from '../../settings/settings.ts';
import type { SiteState } from '../../sites/messages.ts';
import type { Counts } from '../../stats/figures.ts';
import { readFindingsList } from '../../stats/findings.ts';
import { readCount } from '../../stats/numbers.ts';
import type { TabAnswer } from './view-model.ts';

/** Highest number of replies believed: a page can make them up. */
const MAX_STOPPED = 1000;

/** Nobody listens in the tab. */
export const NO_ANSWER: TabAnswer = { state: 'none', seen: [], stopped: 0 };

/** @returns the state if every field is valid, else null */
export function readSiteState(value: unknown): SiteState | null {
  if (!isObject(value) || !isObject(value.settings)) return null;
  const { origin, enabled, permitted, resumesAt } = value;
  const counts = readCounts(value.counts);
  if (typeof origin !== 'string' || typeof enabled !== 'boolean' || typeof permitted !== 'boolean' || !counts)
    return null;
  return {
    origin,
    enabled,
    resumesAt: typeof resumesAt === 'number' ? resumesAt : null,
    permitted,
    counts,
    findings: readFindingsList(value.findings),
    settings: settle(readChoices(value.settings)),
  };
}

/**
 * @param value answer of a page's bridge; one from before an update sends the state alone, as a text
 * @returns anything of another shape counts as no answer
 */
export function readTabAnswer(value: unknown): TabAnswer {
  const { state, seen, stopped } = isObject(value) ? value : { state: value, seen: [], stopped: 0 };
  if (state !== 'active' && state !== 'late' && state !== 'silent') return NO_ANSWER;
  return {
    state,
    seen: SEEN_MODES.filter((mode) => Array.isArray(seen) && seen.includes(mode)),
    stopped: readCount(stopped === true ? 1 : stopped, MAX_STOPPED),
  };
}

function readCounts(value: unknown): Counts | null {
  if (!isObject(value)) return null;
  const { markers, tools, imitated } = value;
  if (typeof markers !== 'number' || typeof tools !== 'number' || typeof imitated !== 'number') return null;
  return { markers, tools, imitated };
}
