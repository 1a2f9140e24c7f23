/** One piece of work per animation frame, however often it is asked for. */
export interface Frames {
  /** Work is due with the next frame. */
  request(): void;
  /** Work is due in so many milliseconds; replaces an earlier date. null: none by itself. */
  requestIn(milliseconds: number | null): void;
}

/**
 * @param work done at most once per frame, and not at all while the tab is hidden
 * @param signal aborted: never again
 */
export function createFrames(view: Window, work: () => void, signal: AbortSignal): Frames {
  let frame: number | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;

  function request(): void {
    if (signal.aborted) return;
    frame ??= view.requestAnimationFrame(() => {
      frame = null;
      work();
    });
  }

  function requestIn(milliseconds: number | null): void {
    if (timer !== null) clearTimeout(timer);
    timer = milliseconds === null || signal.aborted ? null : setTimeout(request, Math.max(0, milliseconds));
  }

  signal.addEventListener(
    'abort',
    () => {
      if (frame !== null) view.cancelAnimationFrame(frame);
      requestIn(null);
    },
    { once: true },
  );
  return { request, requestIn };
}
