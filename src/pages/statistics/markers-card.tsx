import type { JSX } from 'preact';
import { formats } from '../../languages/formats.ts';
import type { DayEntry } from '../../stats/read-figures.ts';
import { Card } from '../parts/controls.tsx';
import { longDay, short, shortDay } from './charts/chart-formats.ts';
import { DataTable, Fold } from './charts/data-table.tsx';
import { DayChart } from './charts/day-chart.tsx';
import { markerColumns } from './statistics-view.ts';
import { statisticsTexts as texts } from './texts.ts';

const SERIES = [{ id: 'solid', name: texts.markers }] as const;

interface MarkersCardProps {
  /** Oldest first; the last is today. */
  readonly days: readonly DayEntry[];
}

/** The markers that were removed on each day, as a chart and as a table. */
export function MarkersCard({ days }: MarkersCardProps): JSX.Element {
  const today = days.at(-1)?.day ?? '';
  const told = days.filter(({ figures }) => figures.markers + figures.bytes > 0);

  function read(index: number): string {
    const entry = days[index];
    return entry ? texts.markersOfDay(longDay(entry.day, today), entry.figures.markers) : '';
  }

  return (
    <Card title={texts.markers} about={texts.markersAbout}>
      {told.length === 0 ? (
        <p>{texts.noMarkers}</p>
      ) : (
        <>
          <DayChart
            title={texts.markers}
            days={days.map(({ day }) => day)}
            series={SERIES}
            columns={markerColumns(days)}
            step={1}
            format={short}
            read={read}
          />
          <Fold title={texts.tableOf(texts.markers)}>
            <p class="small">{texts.onlyDaysWith}</p>
            <DataTable
              of={texts.markers}
              heads={[texts.day, texts.markers, texts.bytes]}
              rows={told.toReversed().map(({ day, figures }) => ({
                id: day,
                name: shortDay(day),
                cells: [formats.figure(figures.markers), formats.size(figures.bytes)],
              }))}
            />
          </Fold>
        </>
      )}
    </Card>
  );
}
