import type { JSX } from 'preact';
import { formats } from '../../languages/formats.ts';
import { counted } from '../../languages/messages.ts';
import { noonOf, type Day } from '../../stats/calendar.ts';
import { callsOf } from '../../stats/figures.ts';
import { Outcomes } from '../parts/outcomes.tsx';
import { DataTable } from './data-table.tsx';
import type { Statistics } from './sums.ts';
import { statisticsTexts as texts } from './texts.ts';

type Days = Statistics['days'];

/**
 * The calls of each day, real and faked: as bars, and as a table for those who prefer to read, or
 * have to.
 */
export function CallsByDay({
  days,
  counts: all,
}: Pick<Statistics, 'days' | 'counts'>): JSX.Element {
  return (
    <>
      <h3>{texts.toolCalls}</h3>
      <Outcomes counts={all} />
      <Bars days={days} />
      <details class="fold" data-fold="days">
        <summary>{texts.dayByDay}</summary>
        <DataTable
          title={texts.toolCalls}
          heads={[texts.day, texts.reported, texts.fakedShort, texts.share]}
          rows={days
            .filter(({ counts }) => callsOf(counts) > 0)
            .toReversed()
            .map(({ day, counts }) => ({
              name: dayText(day),
              cells: [
                formats.figure(counts.tools),
                formats.figure(counts.imitated),
                formats.percent(counts.imitated / callsOf(counts)),
              ],
            }))}
        />
      </details>
    </>
  );
}

function Bars({ days }: { readonly days: Days }): JSX.Element {
  const most = Math.max(1, ...days.map(({ counts }) => callsOf(counts)));
  return (
    <div class="day-chart" aria-hidden="true">
      <p class="chart-legend">
        <span class="bar ran" /> {texts.reported} <span class="bar faked" /> {texts.fakedShort}
      </p>
      {/* Time runs from left to right in every language. */}
      <div class="plot" dir="ltr" data-most={formats.short(most)}>
        {days.map(({ day, counts: { tools, imitated } }) => (
          <div
            key={day}
            title={texts.callsOfDay(
              dayText(day),
              counted('counts_reportedCalls', tools),
              counted('counts_fakedCalls', imitated),
            )}
          >
            {imitated > 0 && (
              <span class="bar faked" style={{ height: `${(imitated / most) * 100}%` }} />
            )}
            {tools > 0 && <span class="bar ran" style={{ height: `${(tools / most) * 100}%` }} />}
          </div>
        ))}
      </div>
      <p class="ends" dir="ltr">
        <span>{dayText(days[0]?.day ?? '')}</span>
        <span>{texts.today}</span>
      </p>
    </div>
  );
}

/** "22 November", with the year if it is not this one. */
function dayText(day: Day): string {
  return formats.day(noonOf(day), Date.now());
}
