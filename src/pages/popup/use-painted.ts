import { useEffect, useState } from 'preact/hooks';

/** Milliseconds after which a first paint is no longer awaited: a hidden page never paints. */
const PAINTED_WITHIN = 250;

/**
 * Tells whether the first paint is done, for work that must not delay it: while the background is asleep the paint
 * takes some 50 ms, and waking the background needs the same processor (Chromium 156).
 */
export function usePainted(): boolean {
  const [painted, setPainted] = useState(false);
  useEffect(() => {
    // A frame's callback runs before its paint, the task behind it after.
    let timer = setTimeout(() => setPainted(true), PAINTED_WITHIN);
    const frame = requestAnimationFrame(() => {
      clearTimeout(timer);
      timer = setTimeout(() => setPainted(true));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, []);
  return painted;
}
