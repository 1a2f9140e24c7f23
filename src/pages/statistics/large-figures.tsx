import type { JSX } from 'preact';
import { formats } from '../../languages/formats.ts';
import type { DayFigures } from '../../stats/day.ts';
import { COUNTED } from './statistics-view.ts';
import { statisticsTexts as texts } from './texts.ts';

/** The totals of a period in large digits, each with its label. */
export function LargeFigures({ figures }: { readonly figures: DayFigures }): JSX.Element {
  const { bytes, healed } = figures;
  return (
    <>
      <dl class="large-figures">
        {COUNTED.map((id) => (
          <div key={id} class={figures[id] === 0 ? 'none' : id === 'imitated' ? 'faked' : undefined} data-figure={id}>
            <dt>{texts.counted[id]}</dt>
            <dd>{formats.figure(figures[id])}</dd>
            <dd class="small">{texts.counts[id]}</dd>
          </div>
        ))}
      </dl>
      {bytes + healed > 0 && (
        <p class="small">
          {formats.sentences(bytes > 0 && texts.removed(formats.size(bytes)), healed > 0 && texts.healed(healed))}
        </p>
      )}
    </>
  );
}
