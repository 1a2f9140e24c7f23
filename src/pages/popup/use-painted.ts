import { useEffect, useState } from 'preact/hooks';

/** Milliseconds after which nobody waits for a picture any more: a hidden page paints none. */
const PAINTED_WITHIN = 250;

/**
 * Whether the first picture is on the screen, for work that must not hold it up: it takes some 50 ms to be made where the
 * background is asleep, and what wakes that takes the same processor (Chromium 156).
 */
export function usePainted(): boolean {
  const [painted, setPainted] = useState(false);
  useEffect(() => {
    // A frame's callback runs before its picture is made, the task behind it after.
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
