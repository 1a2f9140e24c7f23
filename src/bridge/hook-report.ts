import type { SeenMode } from './protocol.ts';
import type { HookAnswer, HookState } from '../sites/messages.ts';

/** What the hook of a page has reported about itself. */
export interface HookReport {
  /** @param late see `PageMessage` */
  connected(late: boolean): void;
  /** The site was off when this page was loaded, so its hook has removed itself, until another one connects. */
  leave(): void;
  hasLeft(): boolean;
  /** It got a reply of Open WebUI in this way. */
  saw(mode: SeenMode): void;
  /** The cleaning of a reply failed. */
  stopped(): void;
  /** @returns what the popup wants to know */
  answer(): HookAnswer;
}

export function createHookReport(): HookReport {
  let state: HookState = 'silent';
  let left = false;
  const seen = new Set<SeenMode>();
  let stopped = 0;

  return {
    connected(late) {
      state = late ? 'late' : 'active';
      left = false;
    },
    leave() {
      left = true;
    },
    hasLeft: () => left,
    saw: (mode) => void seen.add(mode),
    stopped: () => void stopped++,
    answer: () => ({ state: left ? 'late' : state, seen: [...seen], stopped }),
  };
}
