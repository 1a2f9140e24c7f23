import { NativePromise, startTimer } from './realm/natives.ts';

/**
 * How long an answer may be held for the first word, in ms. It comes some 15 ms after the first script of a page begins
 * (Chromium 156; in Firefox ESR 153 it is mostly there by then).
 */
const WITHIN = 1000;

/** Whether the hook was told already if this site is on. */
export interface SettingsGate {
  /** @returns settled with the word, or when none came in time; null from then on */
  due(): Promise<unknown> | null;
  /** The word has come. */
  heard(): void;
}

/** A page may fetch in its very first script, before the hook has heard; what it gets then can wait for a moment. */
export function createSettingsGate(within = WITHIN): SettingsGate {
  let settle: (() => void) | null = null;
  let due: Promise<void> | null = new NativePromise((resolve) => {
    settle = resolve;
  });

  function heard(): void {
    settle?.();
    due = null;
  }

  startTimer(heard, within);
  return { due: () => due, heard };
}
