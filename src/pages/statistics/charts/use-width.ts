import { useLayoutEffect, useState } from 'preact/hooks';
import type { RefObject } from 'preact';

/**
 * Follows the width of an element, so that drawings use the pixels of the screen: text and patterns that are stretched
 * with a picture cannot be read.
 * @returns CSS pixels; null until it is measured
 */
export function useWidth(ref: RefObject<Element | null>): number | null {
  const [width, setWidth] = useState<number | null>(null);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    setWidth(element.clientWidth);
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return width;
}
