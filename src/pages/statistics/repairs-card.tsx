import type { JSX } from 'preact';
import { formats } from '../../languages/formats.ts';
import { Card } from '../parts/controls.tsx';
import type { DayFigures } from '../../stats/day.ts';
import { BarList } from './charts/bar-list.tsx';
import { repairRows } from './statistics-view.ts';
import { statisticsTexts as texts } from './texts.ts';

/** The defects of streams that were repaired, by kind. */
export function RepairsCard({ figures }: { readonly figures: DayFigures }): JSX.Element {
  const rows = repairRows(figures);
  return (
    <Card title={texts.repairs} wide>
      {rows.length === 0 ? (
        <p>{texts.noRepairs}</p>
      ) : (
        <BarList rows={rows.map(({ id, name, times }) => ({ id, name, text: formats.figure(times), value: times }))} />
      )}
    </Card>
  );
}
