/** Reads the popup's state again while it is open: on each change, and every second. */
import { useEffect, useRef } from 'preact/hooks';
import * as backend from './backend.ts';

/** The tab's bridge cannot call the popup, so it is polled. So is the background, in case a change is missed. */
const REFRESH = 1000;

/**
 * @param search query of the popup's own address
 * @param started nothing is read before
 * @param refresh never rejects; its signal is aborted when the answer is no longer wanted
 * @returns what reads again at once
 */
export function useRefresh(
  search: string,
  started: boolean,
  refresh: (signal: AbortSignal) => Promise<void>,
): () => void {
  const now = useRef(() => {});

  useEffect(() => {
    if (!started) return;
    const ending = new AbortController();
    const request = oneAtATime(refresh, ending.signal);
    now.current = request;
    backend.onChange(request, ending.signal);
    const timer = setInterval(request, REFRESH);
    ending.signal.addEventListener('abort', () => clearInterval(timer), { once: true });
    request();
    return () => ending.abort();
  }, [search, started]);

  return () => now.current();
}

/** @returns what begins one piece of work; called during it, it makes it run once more */
function oneAtATime(work: (signal: AbortSignal) => Promise<void>, signal: AbortSignal): () => void {
  let running = false;
  let again = false;
  return function request() {
    again = true;
    if (running) return;
    running = true;
    again = false;
    void work(signal).finally(() => {
      running = false;
      if (again && !signal.aborted) request();
    });
  };
}
