import type { JSX } from 'preact';
import { formats } from '../../languages/formats.ts';
import { Card } from '../parts/controls.tsx';
import type { Day } from '../../stats/day.ts';
import type { DayEntry } from '../../stats/read-figures.ts';
import { hasFigures } from '../../stats/add-figures.ts';
import { longDay, short, shortDay } from './charts/chart-formats.ts';
import { DataTable, Fold } from './charts/data-table.tsx';
import { DayChart } from './charts/day-chart.tsx';
import { COUNTED, dailyColumns } from './statistics-view.ts';
import { statisticsTexts as texts } from './texts.ts';

const SERIES = [
  { id: 'markers', name: texts.markers },
  { id: 'tools', name: texts.tools },
  { id: 'imitated', name: texts.imitated },
] as const;

interface DailyCardProps {
  /** Oldest first; the last is today. */
  readonly days: readonly DayEntry[];
}

/** What was done on each day, as a chart and as a table. */
export function DailyCard({ days }: DailyCardProps): JSX.Element {
  const today = days.at(-1)?.day ?? '';
  const told = days.filter(({ figures }) => hasFigures(figures)).toReversed();
  return (
    <Card title={texts.daily}>
      <DayChart
        title={texts.daily}
        days={days.map(({ day }) => day)}
        series={SERIES}
        columns={dailyColumns(days)}
        step={1}
        format={short}
        read={(index) => readDay(days[index], today)}
      />
      <Fold title={texts.tableOf(texts.daily)}>
        <p class="small">{texts.onlyDaysWith}</p>
        <DataTable
          of={texts.daily}
          heads={[texts.day, ...COUNTED.map((id) => texts[id]), texts.bytes]}
          rows={told.map(({ day, figures }) => ({
            id: day,
            name: shortDay(day),
            cells: [...COUNTED.map((id) => formats.figure(figures[id])), formats.size(figures.bytes)],
          }))}
        />
      </Fold>
    </Card>
  );
}

function readDay(entry: DayEntry | undefined, today: Day): string {
  if (!entry) return '';
  const { markers, tools, imitated, replies } = entry.figures;
  return texts.dayOf(longDay(entry.day, today), markers, tools, imitated, replies);
}
