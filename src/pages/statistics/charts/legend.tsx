import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { Patterns, patternOf, type Fill } from '../patterns.tsx';

export interface LegendEntry {
  readonly id: Fill | 'mark';
  readonly name: string;
}

/** What the fills and marks of a chart mean; nothing if there are none. */
export function Legend({ entries }: { readonly entries: readonly LegendEntry[] }): JSX.Element | null {
  const prefix = useId();
  if (entries.length === 0) return null;
  return (
    <ul class="chart-legend">
      {entries.map(({ id, name }) => (
        <li key={id}>
          <svg width="14" height="14" aria-hidden="true">
            <Patterns prefix={prefix + id} />
            {id === 'mark' ? (
              <path class="mark" d="M2 3h10l-5 8z" />
            ) : (
              <rect class={`bar ${id}`} x="1" y="1" width="12" height="12" fill={patternOf(prefix + id, id)} />
            )}
          </svg>
          {name}
        </li>
      ))}
    </ul>
  );
}
