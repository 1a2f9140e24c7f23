import type { JSX } from 'preact';
import type { SectionProps } from '../../extension/routes.ts';
import { callsOf } from '../../stats/figures.ts';
import { CallsCard } from './calls-card.tsx';
import { DeleteCard } from './delete-card.tsx';
import { FakedCard } from './faked-card.tsx';
import './statistics.css';
import type { Statistics } from './sums.ts';
import { statisticsTexts as texts } from './texts.ts';
import { ToolsCard } from './tools-card.tsx';
import { useStatistics } from './use-statistics.ts';

/** The statistics of one site or of all. */
export function StatisticsSection({ site, sites }: SectionProps): JSX.Element {
  const { read, again } = useStatistics(site);
  const told = read === null || read === 'failed' ? null : read;
  return (
    <div class="statistics" data-state={read === null ? 'loading' : read === 'failed' ? 'failed' : 'read'}>
      {read === null && <p class="small">{texts.loading}</p>}
      {read === 'failed' && <Failed onTryAgain={again} />}
      {told && <Shown read={told} />}
      {told && <DeleteCard key={site} site={site} sites={sites} counts={told.counts} />}
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
      <CallsCard days={read.days} />
      <ToolsCard tools={read.tools} />
    </>
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
