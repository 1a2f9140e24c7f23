import { NativeWeakMap, now, responseUrl, weakGet, weakSet } from '../realm/natives.ts';
import { attempt } from '../realm/overlay.ts';

/**
 * Notices requests that bypass our `fetch`. A page that was open before the hook was installed may
 * have kept the native one: its requests and replies stay uncleaned for as long as the page is
 * open.
 */
export type KeptFetch = ReturnType<typeof watchKeptFetch>;

/**
 * @param mayBeReply whether a response may be a reply
 * @param onBypass called once, when a request made since then has bypassed us; requests already in
 * flight do not count
 */
export function watchKeptFetch(mayBeReply: (response: Response) => boolean, onBypass: () => void) {
  const since = now();
  const known: WeakMap<object, true> = new NativeWeakMap();
  let watches = false;

  function ours(response: Response): void {
    weakSet(known, response, true);
  }

  /**
   * Waits for the browser's timing entry, which says when the request was made once it has
   * finished.
   */
  function watch(url: string): void {
    watches = true;
    const observer = new PerformanceObserver((list) => {
      const entry = list.getEntriesByName(url)[0];
      if (!entry) return;
      observer.disconnect();
      // It was in flight before; the next one may not be.
      watches = entry.startTime > since;
      if (watches) onBypass();
    });
    observer.observe({ type: 'resource' });
  }

  return {
    /** A response came through our `fetch`. */
    ours,
    cloned(response: Response, clone: Response): void {
      if (weakGet(known, response)) ours(clone);
    },
    /** The page reads the body of a response that we left alone. */
    read(response: Response): void {
      if (watches || weakGet(known, response)) return;
      attempt(() => {
        const url = responseUrl(response);
        // A response that the page constructs has none.
        if (url !== '' && mayBeReply(response)) watch(url);
      }, undefined);
    },
  };
}
