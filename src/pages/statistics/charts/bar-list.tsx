import type { ComponentChildren, JSX } from 'preact';
import { useId } from 'preact/hooks';
import { reachOfList } from './bar-layout.ts';
import { Legend } from './legend.tsx';
import { Patterns, patternOf, type Fill } from '../patterns.tsx';
import { statisticsTexts as texts } from '../texts.ts';

export interface BarRow {
  readonly id: string;
  readonly name: ComponentChildren;
  /** What the bar says, in words. */
  readonly text: string;
  readonly value: number;
  /** A smaller value of the same kind, drawn solid inside a striped bar. */
  readonly within?: number;
}

const THICK = 8;
/** Any value above zero is visible. */
const LEAST_SHARE = 0.005;

interface BarListProps {
  readonly rows: readonly BarRow[];
  /** What the solid and the striped bars mean, if there are both. */
  readonly legend?: { readonly within: string; readonly value: string };
}

/** Names with a bar each; the longest fills the line, cut if it would flatten the others. The bars only repeat the text. */
export function BarList({ rows, legend }: BarListProps): JSX.Element {
  const prefix = useId();
  const values = rows.map(({ value }) => value);
  const most = reachOfList(values);
  const cut = values.filter((value) => value > most).length;
  return (
    <>
      <svg class="unseen" aria-hidden="true">
        <Patterns prefix={prefix} />
      </svg>
      {legend && (
        <Legend
          entries={[
            { id: 'solid', name: legend.within },
            { id: 'striped', name: legend.value },
          ]}
        />
      )}
      <ul class="bar-list">
        {rows.map(({ id, name, text, value, within }) => (
          <li key={id}>
            <p>
              <bdi>{name}</bdi> <span class="small figures">{text}</span>
            </p>
            <svg width="100%" height={THICK} aria-hidden="true">
              <Part fill={within === undefined ? 'solid' : 'striped'} share={value / most} prefix={prefix} />
              {within !== undefined && <Part fill="solid" share={within / most} prefix={prefix} />}
              {value > most && <line class="cut" x1="96%" x2="97%" y1={THICK + 1} y2={-1} />}
            </svg>
          </li>
        ))}
      </ul>
      {cut > 0 && <p class="small">{texts.cut(cut)}</p>}
    </>
  );
}

interface PartProps {
  readonly fill: Fill;
  readonly share: number;
  readonly prefix: string;
}

function Part({ fill, share, prefix }: PartProps): JSX.Element {
  const width = `${Math.min(1, Math.max(LEAST_SHARE, share)) * 100}%`;
  return <rect class={`bar ${fill}`} y="0.5" width={width} height={THICK - 1} fill={patternOf(prefix, fill)} />;
}
