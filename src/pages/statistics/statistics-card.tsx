import './statistics.css';
import type { JSX } from 'preact';
import { callsOf } from '../../stats/figures.ts';
import { CallsByDay } from './calls-by-day.tsx';
import { DeleteStatistics } from './delete-statistics.tsx';
import { readStatistics, watchStatistics } from './read-statistics.ts';
import { type Statistics, shareOf, sumOf, type Comparison, type Tool } from './sums.ts';
import { statisticsTexts as texts } from './texts.ts';
import { formats } from '../../languages/formats.ts';
import type { Calls } from '../../stats/chats.ts';
import { Card } from '../parts/controls.tsx';
import { CardPlace } from '../parts/card-place.tsx';
import { useStored } from '../parts/use-stored.ts';
import { pointInTime } from '../../badges/texts.ts';
import { DataTable } from './data-table.tsx';
import { Failure } from '../parts/button.tsx';
import { pageTexts } from '../parts/texts.ts';

interface StatisticsCardProps {
  /** Null for all sites. */
  readonly site: string | null;
  readonly sites: readonly string[];
  /** The address of the page leads here. */
  readonly isWanted: boolean;
}

/** The statistics of one site or of all. */
export function StatisticsCard({ site, sites, isWanted }: StatisticsCardProps): JSX.Element {
  const { value: read, failed } = useStored(
    async () => sumOf(await readStatistics(site)),
    watchStatistics,
    'read the statistics',
    [],
  );
  return (
    <CardPlace name="statistics" isDue={isWanted && read !== null}>
      <Card title={pageTexts.statistics}>
        {failed && <Failure text={pageTexts.notOpened} />}
        {!failed && read && (
          <div class="statistics">
            {callsOf(read.counts) === 0 ? <p>{texts.empty}</p> : <Shown read={read} />}
            <DeleteStatistics site={site} sites={sites} counts={read.counts} />
          </div>
        )}
      </Card>
    </CardPlace>
  );
}

function Shown({ read: { counts, days, tools, comparison } }: { readonly read: Statistics }) {
  return (
    <>
      <FakedShare counts={counts} comparison={comparison} />
      <CallsByDay days={days} counts={counts} />
      <SlowestTools tools={tools} />
    </>
  );
}

/** The share of faked calls before and since: of the same chats, or of the first week. */
function FakedShare({
  counts,
  comparison,
}: Pick<Statistics, 'counts' | 'comparison'>): JSX.Element {
  const all = { calls: callsOf(counts), imitated: counts.imitated };
  return (
    <>
      <h3>{texts.faked}</h3>
      <p
        class="share"
        data-comparison={comparison ? (comparison.cleaned === null ? 'week' : 'chats') : 'none'}
      >
        {comparison
          ? texts.beforeSince(
              formats.percent(shareOf(comparison.before)),
              formats.percent(shareOf(comparison.since)),
            )
          : formats.percent(shareOf(all))}
      </p>
      <p>
        {comparison
          ? comparedText(comparison)
          : formats.sentences(`${ofCalls(all)}.`, texts.noComparison)}
      </p>
    </>
  );
}

function comparedText({ before, since, cleaned }: Comparison): string {
  if (cleaned === null) return texts.inFirstWeek(ofCalls(before), ofCalls(since));
  return texts.inChats(ofCalls(before), ofCalls(since), formats.day(cleaned, Date.now()));
}

function ofCalls({ imitated, calls }: Calls): string {
  return texts.fakedOf(calls, imitated);
}

const SHOWN = 10;

/** The tools whose calls take longest on average. */
function SlowestTools({ tools }: { readonly tools: readonly Tool[] }): JSX.Element | null {
  if (tools.length === 0) return null;
  return (
    <details class="fold" data-fold="tools">
      <summary>{texts.slowest}</summary>
      <DataTable
        title={texts.slowest}
        heads={[texts.tool, texts.mean, texts.longest, texts.calls]}
        rows={tools.slice(0, SHOWN).map(({ tool, calls, mean, longest }) => ({
          name: tool || texts.otherTools,
          cells: [pointInTime(mean), pointInTime(longest), formats.figure(calls)],
        }))}
      />
    </details>
  );
}
