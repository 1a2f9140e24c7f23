import type { JSX } from 'preact';
import { useId, useState } from 'preact/hooks';
import { formats } from '../../../languages/formats.ts';
import type { Counts } from '../../../stats/day.ts';
import { FIGURES, type DaysView, type LargeFigure } from './days-view.ts';
import { SparkBars } from './spark-bars.tsx';
import { figure, popupTexts } from '../texts.ts';

/** Characters beyond which a figure gets a smaller font, and a still smaller one. */
const LONG = 6;
const LONGER = 7;

/** Up to three figures with their last days, none of them 0; pressing one unfolds the table behind them. */
export function Figures({ view }: { readonly view: DaysView }): JSX.Element {
  const [open, setOpen] = useState<keyof Counts | null>(null);
  const table = useId();
  if (view.empty) {
    return (
      <section class="today">
        <p class="small">{popupTexts.nothingYet}</p>
      </section>
    );
  }
  const tiles = view.figures.filter(({ count }) => count > 0);
  return (
    <section class="today">
      <h2>{popupTexts[view.period]}</h2>
      <div class="figures">
        {tiles.map((one) => (
          <Figure
            key={one.id}
            figure={one}
            open={open === one.id}
            controls={table}
            onPress={() => setOpen(open === one.id ? null : one.id)}
          />
        ))}
      </div>
      {/* Scrollable by keyboard too: many days are taller than a popup. */}
      <div
        id={table}
        class="behind"
        tabIndex={open ? 0 : undefined}
        role={open ? 'region' : undefined}
        aria-label={open ? popupTexts.lastDays : undefined}
      >
        {open && <Table view={view} chosen={open} />}
      </div>
    </section>
  );
}

interface FigureProps {
  readonly figure: LargeFigure;
  readonly open: boolean;
  /** Id of the element that a press unfolds. */
  readonly controls: string;
  readonly onPress: () => void;
}

function Figure({ figure: { id, count, word, column, days }, open, controls, onPress }: FigureProps): JSX.Element {
  const short = figure(count);
  return (
    <button
      type="button"
      class={`figure ${id}`}
      title={id === 'imitated' ? popupTexts.imitatedHint : undefined}
      aria-expanded={open}
      aria-controls={controls}
      onClick={onPress}
    >
      <strong
        class={short.length > LONGER ? 'longer' : short.length > LONG ? 'long' : ''}
        data-count={id}
        title={formats.figure(count)}
      >
        {short}
      </strong>{' '}
      <span>{word}</span>
      <SparkBars values={days} label={column} />
    </button>
  );
}

/** All three columns, with the selected one emphasised: a day is easier to judge as a whole. */
function Table({
  view: { figures, rows, ever },
  chosen,
}: {
  readonly view: DaysView;
  readonly chosen: keyof Counts;
}): JSX.Element {
  return (
    <table class="days">
      <caption>{popupTexts.lastDays}</caption>
      <thead>
        <tr>
          <th scope="col">{popupTexts.day}</th>
          {figures.map(({ id, column }) => (
            <th key={id} scope="col" class={id === chosen ? 'chosen' : ''}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows().map(({ day, name, counts }) => (
          <Row key={day} name={name} counts={counts} chosen={chosen} />
        ))}
      </tbody>
      <tfoot>
        <Row name={popupTexts.ever} counts={ever} chosen={chosen} />
      </tfoot>
    </table>
  );
}

function Row({
  name,
  counts,
  chosen,
}: {
  readonly name: string;
  readonly counts: Counts;
  readonly chosen: keyof Counts;
}): JSX.Element {
  return (
    <tr>
      <th scope="row">{name}</th>
      {FIGURES.map((id) => (
        <td key={id} class={id === chosen ? 'chosen' : ''} title={formats.figure(counts[id])}>
          {figure(counts[id])}
        </td>
      ))}
    </tr>
  );
}
