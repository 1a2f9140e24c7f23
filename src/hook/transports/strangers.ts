import {
  entriesByName,
  entryStart,
  NativePerformanceObserver,
  NativeWeakMap,
  now,
  observeEntries,
  responseUrl,
  stopObserving,
  weakGet,
  weakSet,
} from '../realm/natives.ts';
import { attempt } from '../realm/overlay.ts';

/**
 * Notices requests that bypass our `fetch`. A page that was open before the hook was installed may have kept the native
 * one: its requests and replies stay uncleaned for as long as the page is open.
 */
export interface Strangers {
  /** Marks a response that came through our `fetch`. */
  know(response: Response): void;
  copied(response: Response, copy: Response): void;
  /** The page reads the body of a response that we left alone. */
  read(response: Response): void;
}

/**
 * @param concerns whether a response may be a reply
 * @param onStranger called once, when a request made since then has bypassed us; requests already in flight do not
 * count
 */
export function watchStrangers(concerns: (response: Response) => boolean, onStranger: () => void): Strangers {
  const since = now();
  const known: WeakMap<object, true> = new NativeWeakMap();
  let watches = false;

  function know(response: Response): void {
    weakSet(known, response, true);
  }

  /** Waits for the browser's timing entry, which says when the request was made once it has finished. */
  function watch(url: string): void {
    watches = true;
    const observer = new NativePerformanceObserver((list) => {
      const entries = entriesByName(list, url);
      for (let i = 0; i < entries.length; i++) {
        const entry = entries[i];
        if (!entry) continue;
        stopObserving(observer);
        // It was in flight before; the next one may not be.
        watches = entryStart(entry) > since;
        return watches ? onStranger() : undefined;
      }
    });
    observeEntries(observer, { __proto__: null, type: 'resource' } as PerformanceObserverInit);
  }

  return {
    know,
    copied(response, copy) {
      if (weakGet(known, response)) know(copy);
    },
    read(response) {
      if (watches || weakGet(known, response)) return;
      attempt(() => {
        const url = responseUrl(response);
        // A response that the page constructs has none.
        if (url !== '' && concerns(response)) watch(url);
      }, undefined);
    },
  };
}
