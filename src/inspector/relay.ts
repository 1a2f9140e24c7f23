import { browser, type Browser } from 'wxt/browser';
import { BATCHES_PER_SECOND, type InspectedStream } from './inspected.ts';
import { createRateLimit } from '../lib/rate-limit.ts';

/**
 * Name of the port that the inspector opens to a page's bridge. Only pages of the extension can
 * open one.
 */
export const INSPECT_PORT = 'inspect';

/**
 * Passes frames from a page's bridge to the inspectors of that page; keeps none.
 * @param onChange called when an inspector connects and when the last one disconnects
 * @param signal ends all of it
 */
export function createRelay(onChange: () => void, signal: AbortSignal) {
  const ports = new Set<Browser.runtime.Port>();
  /** Those that know that the page is recorded. */
  const confirmed = new WeakSet<Browser.runtime.Port>();
  // The sender in the page may not be the hook, and may flood us.
  const allow = createRateLimit(2 * BATCHES_PER_SECOND, () => performance.now());

  function take(port: Browser.runtime.Port): void {
    if (port.name !== INSPECT_PORT || signal.aborted) return;
    port.onDisconnect.addListener(() => {
      ports.delete(port);
      if (ports.size === 0) onChange();
    });
    ports.add(port);
    onChange();
  }

  browser.runtime.onConnect.addListener(take);
  // No call of the extension's API: it may be gone, and an error here would show up in the page
  // (Chromium 156).
  signal.addEventListener('abort', () => ports.clear(), { once: true });
  return {
    /** Somebody inspects this page. */
    isOpen: (): boolean => ports.size > 0,
    /**
     * Tells new inspectors that the page is recorded: call it when its hook knows, and while the
     * extension is there.
     */
    confirm(): void {
      for (const port of ports) if (!confirmed.has(port)) port.postMessage([]);
      for (const port of ports) confirmed.add(port);
    },
    pass(streams: readonly InspectedStream[]): void {
      if (ports.size === 0 || !allow()) return;
      for (const port of ports) port.postMessage(streams);
    },
  };
}
