/** Validates the answer of a page's bridge: that of another version may still be running. */
import { SEEN_MODES, type SeenMode } from '../../bridge/protocol.ts';
import { isObject } from '../../normalizer/json/json-edit.ts';
import { readCount } from '../../stats/findings.ts';

import type { HookState } from '../../bridge/hook-report.ts';

/** The state reported by the tab's bridge. */
export interface TabAnswer {
  /** 'none': nobody answered. */
  readonly state: HookState | 'none';
  /** Ways in which replies of Open WebUI have arrived since the page was loaded. */
  readonly seen: readonly SeenMode[];
  /** Number of replies whose cleaning failed, as reported by the page's world. */
  readonly stopped: number;
}

/** Highest number of replies believed: a page can make them up. */
const MAX_STOPPED = 1000;

/** Nobody listens in the tab. */
export const NO_ANSWER: TabAnswer = { state: 'none', seen: [], stopped: 0 };

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
