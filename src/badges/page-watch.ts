/** Watches what moves or repaints badges. Pages that never show a badge are never watched. */
import { watchTheme } from './look/theme-watch.ts';

export interface PageWatch {
  /** Begins, if it has not begun. */
  start(): void;
  stop(): void;
  isOn(): boolean;
}

/**
 * @param options.onChange called when the page has changed its elements
 * @param options.onMove called when the page was scrolled or resized
 * @param options.onColours called when the page may have changed its colours
 */
export function createPageWatch(
  view: Window,
  options: {
    readonly onChange: (records: readonly MutationRecord[]) => void;
    readonly onMove: () => void;
    readonly onColours: () => void;
  },
): PageWatch {
  const { onChange, onMove, onColours } = options;
  const observer = new MutationObserver(onChange);
  /** Null while the page is not watched. */
  let watching: AbortController | null = null;

  return {
    start() {
      if (watching) return;
      watching = new AbortController();
      const { signal } = watching;
      // If ids or texts change without a new element, another message has taken its place.
      observer.observe(view.document, {
        childList: true,
        characterData: true,
        subtree: true,
        attributes: true,
        attributeFilter: ['id'],
      });
      view.addEventListener('resize', onMove, { signal });
      view.addEventListener('scroll', onMove, { signal, capture: true, passive: true });
      watchTheme(view.document, onColours, signal);
    },
    stop() {
      observer.disconnect();
      watching?.abort();
      watching = null;
    },
    isOn: () => watching !== null,
  };
}
