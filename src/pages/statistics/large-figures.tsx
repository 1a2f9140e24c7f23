import type { JSX } from 'preact';
import { formats } from '../../languages/formats.ts';
import type { DayFigures } from '../../stats/day.ts';
import { COUNTED } from './statistics-view.ts';
import { statisticsTexts as texts } from './texts.ts';

/** The sums of a period, large. */
export function LargeFigures({ figures }: { readonly figures: DayFigures }): JSX.Element {
  const { bytes, healed } = figures;
  return (
    <>
      <dl class="large-figures">
        {COUNTED.map((id) => (
          <div key={id} class={figures[id] === 0 ? 'none' : id} data-figure={id}>
            <dt>{texts[id]}</dt>
            <dd>{formats.figure(figures[id])}</dd>
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
