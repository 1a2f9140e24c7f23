import type { JSX } from 'preact';

/** What bars are made of; each has a fill of its own that is told apart without its colour. */
export type SeriesName = 'markers' | 'tools' | 'imitated';

/** @returns the fill of a bar. @param prefix the one its `Patterns` have */
export function patternOf(prefix: string, series: SeriesName): string {
  return `url(#${prefix}-${series})`;
}

/** Full, striped, dotted; to be drawn once in each picture. @param prefix unique in the page */
export function Patterns({ prefix }: { readonly prefix: string }): JSX.Element {
  return (
    <defs>
      <pattern id={`${prefix}-markers`} width="4" height="4" patternUnits="userSpaceOnUse">
        <rect class="ink markers" width="4" height="4" />
      </pattern>
      <pattern id={`${prefix}-tools`} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect class="paper" width="5" height="5" />
        <rect class="ink tools" width="2.5" height="5" />
      </pattern>
      <pattern id={`${prefix}-imitated`} width="5" height="5" patternUnits="userSpaceOnUse">
        <rect class="ink imitated" width="5" height="5" />
        <circle class="paper" cx="2.5" cy="2.5" r="1.25" />
      </pattern>
    </defs>
  );
}
