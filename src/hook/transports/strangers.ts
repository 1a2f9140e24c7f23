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
 * A page that was open before the hook came may have kept the native `fetch`: its requests leave as they are, and its
 * replies come as they are, for as long as the page is open.
 */
export interface Strangers {
  /** This one came through our `fetch`. */
  know(response: Response): void;
  copied(response: Response, copy: Response): void;
  /** The page reads the body of a response that we left as it is. */
  read(response: Response): void;
}

/**
 * @param concerns whether a response may be a reply
 * @param onStranger told once, when one that was asked for since has come past us; what was under way before is no matter
 */
export function watchStrangers(concerns: (response: Response) => boolean, onStranger: () => void): Strangers {
  const since = now();
  const known: WeakMap<object, true> = new NativeWeakMap();
  let watches = false;

  function know(response: Response): void {
    weakSet(known, response, true);
  }

  /** When it was asked for, the browser says once it is over. */
  function watch(url: string): void {
    watches = true;
    const observer = new NativePerformanceObserver((list) => {
      const entries = entriesByName(list, url);
      for (let i = 0; i < entries.length; i++) {
        const entry = entries[i];
        if (!entry) continue;
        stopObserving(observer);
        // One that was under way before: the next may be another.
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
        // What a page makes itself has none.
        if (url !== '' && concerns(response)) watch(url);
      }, undefined);
    },
  };
}
