import { NativePromise, startTimer } from './realm/natives.ts';

/**
 * How long a response may be held until the settings are known, in ms. They arrive some 15 ms after
 * the first script of a page begins (Chromium 156; in Firefox ESR 153 they are mostly there by
 * then).
 */
const WITHIN = 1000;

/**
 * Holds responses back until the hook knows whether this site is on: a page may fetch in its very
 * first script, and the response can wait for a moment.
 * @param within milliseconds until the gate opens in any case
 */
export function createSettingsGate(within = WITHIN) {
  let settle: (() => void) | null = null;
  let due: Promise<void> | null = new NativePromise((resolve) => {
    settle = resolve;
  });

  function open(): void {
    settle?.();
    due = null;
  }

  startTimer(open, within);
  return {
    /** @returns a promise that settles when the settings arrive or time is up; null from then on */
    due: (): Promise<unknown> | null => due,
    /** The settings have arrived. */
    open,
  };
}
