import { useEffect, useRef } from 'preact/hooks';
import { browser } from 'wxt/browser';

/** Milliseconds between two reads: the pages of a tab cannot call the popup. */
const REFRESH = 1000;

/**
 * Reads again while the popup is open: on each change of the storage, and every second; first after
 * a paint, which the reading must not delay. One read at a time.
 * @param read never rejects; its signal is aborted when the result is no longer wanted
 * @param inputs the reading starts anew when one of them changes
 * @returns a function that reads again at once
 */
export function useRefresh(
  read: (signal: AbortSignal) => Promise<void>,
  inputs: readonly unknown[],
): () => void {
  const now = useRef(() => {});

  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    let running = false;
    let again = false;
    function request(): void {
      again = running;
      if (running) return;
      running = true;
      void read(signal).finally(() => {
        running = false;
        if (again && !signal.aborted) request();
      });
    }
    now.current = request;
    browser.storage.onChanged.addListener(request);
    const timer = setInterval(request, REFRESH);
    request();
    return () => {
      ending.abort();
      clearInterval(timer);
      browser.storage.onChanged.removeListener(request);
    };
  }, inputs);

  return () => now.current();
}
