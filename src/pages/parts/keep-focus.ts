/** What a person can press or write in, in the order of the page. */
const CONTROLS =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex="0"]';

/** Milliseconds in which a view may move the focus itself. */
const WAITS = 200;

/**
 * Keeps people who use a keyboard or a screen reader where they are. A button that disappears when
 * it is pressed would leave the focus on the body, that is, at the beginning of the page: it moves
 * to the nearest control around the place instead, or to the entry of a list that has none. Views
 * that move it themselves come first, also those that appear when the storage has answered.
 */
export function keepFocus(document: Document): void {
  /**
   * The element that has the focus, or had it until it was removed, and what is around it, the
   * nearest first.
   */
  let path: readonly Element[] = [];

  document.addEventListener('focusin', ({ target }) => {
    path = target instanceof Element ? pathOf(target) : [];
  });
  document.addEventListener('focusout', () => {
    // Chromium reports this for an element that is being removed too.
    queueMicrotask(() => {
      if (path[0]?.isConnected && isLost()) path = [];
    });
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  new MutationObserver(() => {
    if (!isDue()) return;
    clearTimeout(timer);
    timer = setTimeout(move, WAITS);
  }).observe(document.documentElement, { childList: true, subtree: true });

  function move(): void {
    if (!isDue()) return;
    const around = path.filter((element) => element.isConnected);
    path = [];
    for (const element of around) if (focusIn(element)) return;
  }

  function isDue(): boolean {
    return path[0]?.isConnected === false && isLost();
  }

  function isLost(): boolean {
    return document.activeElement === null || document.activeElement === document.body;
  }
}

function pathOf(element: Element): Element[] {
  const path: Element[] = [];
  for (let at: Element | null = element; at; at = at.parentElement) path.push(at);
  return path;
}

/** @returns whether there was something to focus */
function focusIn(element: Element): boolean {
  const control = element.querySelector<HTMLElement>(CONTROLS);
  if (control) control.focus();
  else if (element instanceof HTMLLIElement) {
    element.tabIndex = -1;
    element.focus();
  } else return false;
  return true;
}
