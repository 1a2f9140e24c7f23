/** Runs work at most once per animation frame, however often it is requested. */
export interface Frames {
  /** Requests the work for the next frame. */
  request(): void;
  /** Requests the work in so many milliseconds; replaces an earlier request. null: none. */
  requestIn(milliseconds: number | null): void;
}

/**
 * @param work done at most once per frame, and not at all while the tab is hidden
 * @param signal when aborted, the work is never done again
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
