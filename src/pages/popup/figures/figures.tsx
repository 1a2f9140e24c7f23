import type { JSX } from 'preact';
import { formats } from '../../../languages/formats.ts';
import { lastDays } from '../../../stats/calendar.ts';
import {
  addCounts,
  COUNTED,
  isNothing,
  NO_COUNTS,
  type Counts,
  type Figures as Stored,
} from '../../../stats/figures.ts';
import { Outcomes } from '../../parts/outcomes.tsx';
import { figure, popupTexts } from '../texts.ts';

/** The shortest period with any counts, and its sums. */
export interface FiguresView {
  readonly period: 'today' | 'lastDays' | 'ever';
  readonly counts: Counts;
}

/** Days of the second period, today included. */
const DAYS = 14;
/** Characters beyond which a figure gets a smaller font, and a still smaller one. */
const LONG = 6;
const LONGER = 7;

/** @param days counts by day. @param ever those of all time */
export function figuresView(days: Stored['days'], ever: Counts): FiguresView {
  const counts = lastDays(DAYS).map((day) => days[day] ?? NO_COUNTS);
  const today = counts.at(-1) ?? NO_COUNTS;
  if (!isNothing(today)) return { period: 'today', counts: today };
  const sums = counts.reduce(addCounts, NO_COUNTS);
  return isNothing(sums) ? { period: 'ever', counts: ever } : { period: 'lastDays', counts: sums };
}

/** Up to three figures, none of them 0. */
export function Figures({ view: { period, counts } }: { readonly view: FiguresView }): JSX.Element {
  if (isNothing(counts)) {
    return (
      <section class="today">
        <p class="small">{popupTexts.nothingYet}</p>
      </section>
    );
  }
  return (
    <section class="today">
      <h2>{popupTexts[period]}</h2>
      <div class="figures">
        {COUNTED.filter((id) => counts[id] > 0).map((id) => (
          <Figure key={id} id={id} count={counts[id]} />
        ))}
      </div>
      <Outcomes counts={counts} />
    </section>
  );
}

function Figure({ id, count }: { readonly id: (typeof COUNTED)[number]; readonly count: number }): JSX.Element {
  const short = figure(count);
  return (
    <p class={`figure ${id}`} title={id === 'imitated' ? popupTexts.imitatedHint : undefined}>
      <strong
        class={short.length > LONGER ? 'longer' : short.length > LONG ? 'long' : ''}
        data-count={id}
        title={formats.figure(count)}
      >
        {short}
      </strong>{' '}
      <span>{popupTexts[id](count)}</span>
    </p>
  );
}
