import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** Heading of what the person is at. What was pressed to come here is gone, so reading goes on at the heading. */
export function StageHeading({ title }: { readonly title: string }): JSX.Element {
  const heading = useRef<HTMLHeadingElement>(null);
  // With the change itself: a key pressed before the next frame must not go astray.
  useLayoutEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus();
  }, []);
  return (
    <h2 ref={heading} tabIndex={-1}>
      {title}
    </h2>
  );
}
