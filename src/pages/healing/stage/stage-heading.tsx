import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/**
 * Heading of the current stage. The button that led here is gone, so the focus moves to the
 * heading.
 */
export function StageHeading({ title }: { readonly title: string }): JSX.Element {
  const heading = useRef<HTMLHeadingElement>(null);
  // In the same frame, so that the next key press is not lost.
  useLayoutEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus();
  }, []);
  return (
    <h2 ref={heading} tabIndex={-1}>
      {title}
    </h2>
  );
}
