/** Notices when the page may have changed its colours or its direction. */

/** Attributes in which pages store their theme. */
const THEME_ATTRIBUTES = [
  'dir',
  'class',
  'style',
  'theme',
  'data-theme',
  'data-mode',
  'data-color-mode',
  'data-color-scheme',
];
/** Milliseconds after which a page's own colour transition is over. */
const AFTER_TRANSITION = 350;

/**
 * @param changed called now and once more when a transition of the page's colours is over
 * @param signal when aborted, it is not called any more
 */
export function watchTheme(document: Document, changed: () => void, signal: AbortSignal): void {
  let timer: ReturnType<typeof setTimeout> | null = null;

  function report(): void {
    changed();
    if (timer !== null) clearTimeout(timer);
    timer = setTimeout(changed, AFTER_TRANSITION);
  }

  const observer = new MutationObserver(report);
  for (const element of [document.documentElement, document.body]) {
    if (element) observer.observe(element, { attributes: true, attributeFilter: THEME_ATTRIBUTES });
  }
  document.defaultView?.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', report, { signal });
  signal.addEventListener(
    'abort',
    () => {
      observer.disconnect();
      if (timer !== null) clearTimeout(timer);
    },
    { once: true },
  );
}
