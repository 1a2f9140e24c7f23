import type { JSX } from 'preact';

/** The fills of bars, distinguishable without colours. Dotted ones are amber. */
export type Fill = 'solid' | 'striped' | 'dotted';

/** @returns the fill of a bar. @param prefix that of its `Patterns` */
export function patternOf(prefix: string, fill: Fill): string {
  return `url(#${prefix}-${fill})`;
}

/** Solid, striped, dotted; to be drawn once in each picture. @param prefix unique in the page */
export function Patterns({ prefix }: { readonly prefix: string }): JSX.Element {
  return (
    <defs>
      <pattern id={`${prefix}-solid`} width="4" height="4" patternUnits="userSpaceOnUse">
        <rect class="ink solid" width="4" height="4" />
      </pattern>
      <pattern
        id={`${prefix}-striped`}
        width="5"
        height="5"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <rect class="paper" width="5" height="5" />
        <rect class="ink striped" width="2.5" height="5" />
      </pattern>
      <pattern id={`${prefix}-dotted`} width="5" height="5" patternUnits="userSpaceOnUse">
        <rect class="ink dotted" width="5" height="5" />
        <circle class="paper" cx="2.5" cy="2.5" r="1.25" />
      </pattern>
    </defs>
  );
}
