import type { ComponentChildren, JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** What can be done with a list of any length: in sight as long as the list is. */
export function ActionBar({ children }: { readonly children: ComponentChildren }): JSX.Element {
  const bar = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = bar;
    // Where words alone are looked at, nothing is laid out.
    const { style } = document.documentElement as Partial<HTMLElement>;
    if (!current || !style) return undefined;
    // What gets the focus scrolls to above the bar, however many lines that has.
    const watcher = new ResizeObserver(() => style.setProperty('--bar', `${current.offsetHeight}px`));
    watcher.observe(current);
    return () => {
      watcher.disconnect();
      style.removeProperty('--bar');
    };
  }, []);
  return (
    <div ref={bar} class="steps bar">
      {children}
    </div>
  );
}
