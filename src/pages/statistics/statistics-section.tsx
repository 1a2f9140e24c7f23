import './statistics.css';
import type { JSX } from 'preact';
import type { SectionProps } from '../../extension/routes.ts';
import { callsOf } from '../../stats/figures.ts';
import { CallsCard } from './calls-card.tsx';
import { DeleteCard } from './delete-card.tsx';
import { readStatistics, watchStatistics } from './read-statistics.ts';
import { type Statistics, shareOf, sumOf, type Comparison, type Tool } from './sums.ts';
import { statisticsTexts as texts } from './texts.ts';
import { formats } from '../../languages/formats.ts';
import type { Calls } from '../../stats/chats.ts';
import { Card } from '../parts/controls.tsx';
import { useStored } from '../parts/use-stored.ts';
import { pointInTime } from '../../badges/texts.ts';
import { DataTable } from './data-table.tsx';
import { Failure } from '../parts/button.tsx';
import { pageTexts } from '../parts/texts.ts';

/** The statistics of one site or of all. */
export function StatisticsSection({ site, sites }: SectionProps): JSX.Element {
  return <Known key={site} site={site} sites={sites} />;
}

function Known({ site, sites }: Omit<SectionProps, 'go'>): JSX.Element {
  const { value: read, failed } = useStored(
    async () => sumOf(await readStatistics(site)),
    watchStatistics,
    'read the statistics',
    [],
  );
  if (failed) return <Failure text={pageTexts.notOpened} />;
  return (
    <div class="statistics" data-state={read ? 'read' : 'loading'}>
      {read && <Shown read={read} />}
      {read && <DeleteCard site={site} sites={sites} counts={read.counts} />}
    </div>
  );
}

function Shown({ read }: { readonly read: Statistics }): JSX.Element {
  if (callsOf(read.counts) === 0) {
    return (
      <section class="notice no-statistics">
        <h2>{texts.emptyTitle}</h2>
        <p>{texts.empty}</p>
      </section>
    );
  }
  return (
    <>
      <FakedCard read={read} />
      <CallsCard days={read.days} counts={read.counts} />
      <ToolsCard tools={read.tools} />
    </>
  );
}

/** The share of faked calls before and since: of the same chats, or of the first week. */
function FakedCard({ read: { counts, comparison } }: { readonly read: Statistics }): JSX.Element {
  const all = { calls: callsOf(counts), imitated: counts.imitated };
  return (
    <Card title={texts.faked} about={texts.fakedAbout}>
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
    </Card>
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
function ToolsCard({ tools }: { readonly tools: readonly Tool[] }): JSX.Element {
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
