import type { JSX } from 'preact';
import { pointInTime } from '../../badges/texts.ts';
import { formats } from '../../languages/formats.ts';
import { Card } from '../parts/controls.tsx';
import type { DayFigures } from '../../stats/day.ts';
import { slowestTools } from '../../stats/read-figures.ts';
import { BarList } from './charts/bar-list.tsx';
import { DataTable, Fold } from './charts/data-table.tsx';
import { statisticsTexts as texts } from './texts.ts';

/** The others are in the table. */
const IN_CHART = 8;

/** The tools whose calls take longest: the longest call, and the average within it. */
export function ToolsCard({ figures }: { readonly figures: DayFigures }): JSX.Element {
  const tools = slowestTools(figures, Number.POSITIVE_INFINITY).map(({ tool, ...times }) => ({
    ...times,
    tool: tool || texts.otherTools,
  }));
  if (tools.length === 0) {
    return (
      <Card title={texts.slowest}>
        <p>{texts.noTools}</p>
      </Card>
    );
  }
  return (
    <Card title={texts.slowest}>
      <BarList
        legend={{ within: texts.mean, value: texts.longest }}
        rows={tools.slice(0, IN_CHART).map(({ tool, calls, mean, longest }) => ({
          id: tool,
          name: tool,
          text: texts.toolTimes(pointInTime(longest), pointInTime(mean), calls),
          value: longest,
          within: mean,
        }))}
      />
      <Fold title={texts.tableOf(texts.slowest)}>
        <DataTable
          of={texts.slowest}
          heads={[texts.tool, texts.calls, texts.mean, texts.longest]}
          rows={tools.map(({ tool, calls, mean, longest }) => ({
            id: tool,
            name: tool,
            cells: [formats.figure(calls), pointInTime(mean), pointInTime(longest)],
          }))}
        />
      </Fold>
    </Card>
  );
}
