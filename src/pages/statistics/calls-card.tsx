import type { JSX } from 'preact';
import { formats } from '../../languages/formats.ts';
import type { DayEntry } from '../../stats/read-figures.ts';
import { Card } from '../parts/controls.tsx';
import { longDay, short, shortDay } from './charts/chart-formats.ts';
import { DataTable, Fold } from './charts/data-table.tsx';
import { DayChart } from './charts/day-chart.tsx';
import { callColumns, callsOf } from './statistics-view.ts';
import { statisticsTexts as texts } from './texts.ts';

const SERIES = [
  { id: 'solid', name: texts.ran },
  { id: 'dotted', name: texts.fakedShort },
] as const;

interface CallsCardProps {
  /** Oldest first; the last is today. */
  readonly days: readonly DayEntry[];
}

/** The calls of each day, real and faked, as a chart and as a table. */
export function CallsCard({ days }: CallsCardProps): JSX.Element {
  const today = days.at(-1)?.day ?? '';

  function read(index: number): string {
    const entry = days[index];
    if (!entry) return '';
    const { tools, imitated, replies } = entry.figures;
    return texts.callsOfDay(longDay(entry.day, today), tools, imitated, replies);
  }

  return (
    <Card title={texts.toolCalls} about={texts.toolCallsAbout}>
      <DayChart
        title={texts.toolCalls}
        days={days.map(({ day }) => day)}
        series={SERIES}
        columns={callColumns(days)}
        step={1}
        format={short}
        read={read}
      />
      <Fold title={texts.tableOf(texts.toolCalls)}>
        <p class="small">{texts.onlyDaysWith}</p>
        <DataTable
          of={texts.toolCalls}
          heads={[texts.day, texts.replies, texts.ran, texts.fakedShort]}
          rows={days
            .filter(({ figures }) => callsOf(figures) + figures.replies > 0)
            .toReversed()
            .map(({ day, figures }) => ({
              id: day,
              name: shortDay(day),
              cells: [figures.replies, figures.tools, figures.imitated].map(formats.figure),
            }))}
        />
      </Fold>
    </Card>
  );
}
