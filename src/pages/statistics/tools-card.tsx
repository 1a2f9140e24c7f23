import type { JSX } from 'preact';
import { pointInTime } from '../../badges/texts.ts';
import { formats } from '../../languages/formats.ts';
import { Card } from '../parts/controls.tsx';
import { DataTable } from './data-table.tsx';
import type { Tool } from './sums.ts';
import { statisticsTexts as texts } from './texts.ts';

const SHOWN = 10;

/** The tools whose calls take longest on average. */
export function ToolsCard({ tools }: { readonly tools: readonly Tool[] }): JSX.Element {
  return (
    <Card title={texts.slowest}>
      {tools.length === 0 ? (
        <p>{texts.noTools}</p>
      ) : (
        <DataTable
          title={texts.slowest}
          heads={[texts.tool, texts.mean, texts.longest, texts.calls]}
          rows={tools.slice(0, SHOWN).map(({ tool, calls, mean, longest }) => ({
            name: tool || texts.otherTools,
            cells: [pointInTime(mean), pointInTime(longest), formats.figure(calls)],
          }))}
        />
      )}
    </Card>
  );
}
