/** How often to try what pays only where it succeeds later. */
export interface Patience {
  /** @returns whether to try once more */
  tries(): boolean;
  /** It has paid. */
  renew(): void;
}

/** Attempts in vain in a row after which the next ones are left out, and how many. */
const PATIENCE = 4;
const LEFT_OUT = 64;

export function createPatience(): Patience {
  /** Counts down with each attempt. */
  let left = PATIENCE;

  return {
    tries() {
      if (--left >= 0) return true;
      if (left <= -LEFT_OUT) left = PATIENCE;
      return false;
    },
    renew() {
      left = PATIENCE;
    },
  };
}
