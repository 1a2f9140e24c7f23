import { useLayoutEffect, useRef } from 'preact/hooks';

/** Milliseconds after which a press can be meant for what is shown. */
const TOO_SOON = 500;

/**
 * @param shown what is drawn: a press beside which it changes may be meant for what was there
 * before
 * @returns a function that says whether it has been shown for long enough, in a window that a
 * person uses: one that appears under a press, or comes to the front by it, was not meant. Nor is
 * the next press of somebody who presses again and again, as in a game
 */
export function useRipe(shown: unknown): () => boolean {
  const since = useRef(Number.POSITIVE_INFINITY);
  const isRipe = (): boolean => performance.now() - since.current >= TOO_SOON;
  useLayoutEffect(() => {
    const restart = (): void => void (since.current = performance.now());
    const press = (): void => {
      if (!isRipe()) restart();
    };
    since.current = Number.POSITIVE_INFINITY;
    // Painted with the next frame at the earliest.
    const frame = requestAnimationFrame(restart);
    const ending = new AbortController();
    const { signal } = ending;
    window.addEventListener('focus', restart, { signal });
    document.addEventListener('visibilitychange', restart, { signal });
    for (const type of ['pointerdown', 'keydown'])
      window.addEventListener(type, press, { signal, capture: true });
    return () => {
      cancelAnimationFrame(frame);
      ending.abort();
    };
  }, [shown]);
  return isRipe;
}
