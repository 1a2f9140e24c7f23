/** Whether a person can see an element of ours, and has seen it long enough to know what a press of it does. */

/** Milliseconds for which it must have been still. */
const STILL = 500;
/** Milliseconds from one look to the next. */
const LOOK_EVERY = 100;
/** Pixels from the edge to the points that are tested: an edge may be half a pixel of the page's. */
const INSET = 2;

/** Watches whether an element moves. */
export function watchRest(element: HTMLElement) {
  const document = element.ownerDocument;
  let timer: ReturnType<typeof setInterval> | undefined;
  let place = '';
  let since = Number.POSITIVE_INFINITY;

  function look(): void {
    if (!element.isConnected) set(false);
    const { left, top, width, height } = element.getBoundingClientRect();
    const now = [left, top, width, height, document.visibilityState].join();
    if (now === place) return;
    place = now;
    since = performance.now();
  }

  function set(on: boolean): void {
    if (on === (timer !== undefined)) return;
    clearInterval(timer);
    timer = on ? setInterval(look, LOOK_EVERY) : undefined;
  }

  return {
    /** Starts or stops watching; out of the page, it stops by itself. */
    set,
    /** What it shows has changed. */
    disturb(): void {
      place = '';
      since = Number.POSITIVE_INFINITY;
    },
    /** Returns whether it has been in its place, unchanged, in a visible tab, for long enough. */
    isLong(): boolean {
      look();
      return performance.now() - since >= STILL;
    },
  };
}

/** Returns whether an element in a shadow root of ours is wholly in view, with nothing of the page over it. */
export function isUncovered(element: HTMLElement): boolean {
  const root = element.getRootNode();
  if (!(root instanceof ShadowRoot)) return false;
  const { host } = root;
  const around = host.getRootNode() as Document | ShadowRoot;
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const xs = [left + INSET, (left + right) / 2, right - INSET];
  const ys = [top + INSET, (top + bottom) / 2, bottom - INSET];
  return (
    host.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    xs.every((x) => ys.every((y) => around.elementFromPoint(x, y) === host))
  );
}

/** Returns whether a page of another origin shows this one in a frame: it could put anything over it. */
export function isFramedElsewhere({ defaultView: view }: Document): boolean {
  try {
    for (let at: Window | null = view; at && at !== at.parent; at = at.parent)
      if (!at.parent.document) return true;
    return false;
  } catch {
    return true; // the browser forbids to look
  }
}
