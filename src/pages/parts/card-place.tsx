import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

interface CardPlaceProps {
  /** For tests and pictures: which one it is. */
  readonly name: string;
  /** The address of the page leads here, and what is shown here is there. */
  readonly isDue: boolean;
  readonly children: ComponentChildren;
}

/**
 * The place of a card that has an address of its own: it takes the focus and comes into view once
 * it is due.
 */
export function CardPlace({ name, isDue, children }: CardPlaceProps): JSX.Element {
  const place = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!isDue) return;
    // A card taller than the window would be shown from its middle on.
    place.current?.focus({ preventScroll: true });
    place.current?.scrollIntoView();
  }, [isDue]);

  return (
    <div ref={place} tabIndex={-1} data-card={name}>
      {children}
    </div>
  );
}
