import type { ComponentChildren, JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** The actions for a list, which stay in sight however long it is. */
export function ActionBar({ children }: { readonly children: ComponentChildren }): JSX.Element {
  const bar = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = bar;
    // Tests that look at text only have no layout.
    const { style } = document.documentElement as Partial<HTMLElement>;
    if (!current || !style) return undefined;
    // What gets the focus scrolls to above the bar, whatever the bar's height.
    const watcher = new ResizeObserver(() => style.setProperty('--bar', `${current.offsetHeight}px`));
    watcher.observe(current);
    // Firefox does not scroll for what is partly in sight.
    const scroll = ({ target }: FocusEvent): void => {
      if (target instanceof Element && !current.contains(target)) target.scrollIntoView({ block: 'nearest' });
    };
    document.addEventListener('focusin', scroll);
    return () => {
      watcher.disconnect();
      document.removeEventListener('focusin', scroll);
      style.removeProperty('--bar');
    };
  }, []);
  return (
    <div ref={bar} class="steps bar">
      {children}
    </div>
  );
}
