/** Limits how often something is tried that only pays if it succeeds later. */
export interface Patience {
  /** @returns whether to try once more */
  tries(): boolean;
  /** An attempt has paid off. */
  renew(): void;
}

/** Consecutive failed attempts after which the next ones are skipped, and how many are. */
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
