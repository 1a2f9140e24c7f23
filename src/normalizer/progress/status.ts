// In a file of its own: the bridge needs it, and not the table of outcomes.

import type { ProgressStatus } from './progress-types.ts';

/** Returns whether a call did not run, as nobody allowed it. */
export function isRefused(status: ProgressStatus): status is 'denied' | 'blocked' | 'timed-out' {
  return status === 'denied' || status === 'blocked' || status === 'timed-out';
}

/** Returns the state that a person is told: why a call was not allowed is no state of its own. */
export function toldAs(
  status: ProgressStatus,
): Exclude<ProgressStatus, 'denied' | 'blocked' | 'timed-out'> | 'refused' {
  return isRefused(status) ? 'refused' : status;
}

/** Returns whether a call is not over. */
export function isOpen(status: ProgressStatus): status is 'running' | 'waiting' {
  return status === 'running' || status === 'waiting';
}
