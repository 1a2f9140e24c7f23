import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { SectionProps } from '../../extension/routes.ts';
import { sumDays } from '../../stats/read-figures.ts';
import { hasFigures } from '../../stats/add-figures.ts';
import { CallsCard } from './calls-card.tsx';
import { DeleteCard } from './delete-card.tsx';
import { FakedCard } from './faked-card.tsx';
import { LargeFigures } from './large-figures.tsx';
import { MarkersCard } from './markers-card.tsx';
import { PeriodChoice } from './period-choice.tsx';
import { FIRST_PERIOD, LONGEST_PERIOD, type Period } from './periods.ts';
import type { Statistics } from './read-statistics.ts';
import { RepairsCard } from './repairs-card.tsx';
import { ReportCard } from './report-card.tsx';
import { SitesCard } from './sites-card.tsx';
import './statistics.css';
import { statisticsTexts as texts } from './texts.ts';
import { ToolsCard } from './tools-card.tsx';
import { useStatistics } from './use-statistics.ts';

/** The statistics of one site or of all, over the last days. */
export function StatisticsSection({ site, sites }: SectionProps): JSX.Element {
  const [period, setPeriod] = useState(FIRST_PERIOD);
  const { read, again } = useStatistics(site, period);
  const told = read === null || read === 'failed' ? null : read;
  // Announced once per choice: while replies stream the counts change every second, and each change would be read out.
  const words = useMemo(() => (told ? spoken(told) : ''), [told?.site, told?.days.length, told && hasTotals(told)]);
  return (
    <div class="statistics" data-state={read === null ? 'loading' : read === 'failed' ? 'failed' : 'read'}>
      <PeriodChoice period={period} onChoose={setPeriod} />
      {read === null && <p class="small">{texts.loading}</p>}
      {read === 'failed' && <Failed onTryAgain={again} />}
      {told && (
        <Shown key={site} read={told} known={sites} period={period} onLonger={() => setPeriod(LONGEST_PERIOD)} />
      )}
      {/* Always there: text that appears together with its element is not read out. */}
      <p class="unseen" role="status">
        {words}
      </p>
    </div>
  );
}

interface ShownProps {
  readonly read: Statistics;
  /** Origins of all sites. */
  readonly known: readonly string[];
  readonly period: Period;
  readonly onLonger: () => void;
}

function Shown({ read, known, period, onLonger }: ShownProps): JSX.Element {
  const { site, days, chats } = read;
  const figures = sumDays(days);
  const counted = hasFigures(figures);
  const longest = period === LONGEST_PERIOD;
  return (
    <>
      {counted ? (
        <>
          <LargeFigures figures={figures} />
          <CallsCard days={days} />
          <FakedCard days={days} chats={chats} site={site} />
          <ToolsCard figures={figures} />
          <MarkersCard days={days} />
          <RepairsCard figures={figures} />
          {site === null && <SitesCard sites={read.sites} />}
        </>
      ) : (
        <Empty site={site} ever={hasTotals(read)} longest={longest} onLonger={onLonger} />
      )}
      {(counted || !longest || hasTotals(read)) && <ReportCard read={read} />}
      <DeleteCard site={site} sites={known} />
    </>
  );
}

interface EmptyProps {
  readonly site: string | null;
  /** Something was counted before the period. */
  readonly ever: boolean;
  /** There is no longer period to choose. */
  readonly longest: boolean;
  readonly onLonger: () => void;
}

function Empty({ site, ever, longest, onLonger }: EmptyProps): JSX.Element {
  return (
    <section class="notice empty">
      <h2>{longest || !ever ? texts.emptyTitle : site === null ? texts.emptyPeriod : texts.emptyHere}</h2>
      {(longest || !ever) && <p>{texts.empty}</p>}
      {!longest && (
        <button type="button" class="button" data-step="longer" onClick={onLonger}>
          {texts.longer}
        </button>
      )}
    </section>
  );
}

function Failed({ onTryAgain }: { readonly onTryAgain: () => void }): JSX.Element {
  return (
    <div class="notice failed" role="alert">
      <p>{texts.failed}</p>
      <div class="steps">
        <button type="button" class="button" data-step="again" onClick={onTryAgain}>
          {texts.tryAgain}
        </button>
      </div>
    </div>
  );
}

/** Whether anything was ever counted. */
function hasTotals({ totals: { counts, findings } }: Statistics): boolean {
  return counts.markers + counts.tools + counts.imitated + findings.length > 0;
}

/** The most important counts of a period. */
function spoken({ days }: Statistics): string {
  const { replies, markers, tools, imitated } = sumDays(days);
  return texts.sum(texts.days(days.length), replies, tools, imitated, markers);
}
