import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { siteName } from '../parts/site-name.ts';
import { askBackground } from '../../extension/messages.ts';
import { formats } from '../../languages/formats.ts';
import { counted } from '../../languages/messages.ts';
import type { Counts } from '../../stats/figures.ts';
import type { FigureRequest } from '../../stats/requests.ts';
import { statisticsTexts as texts } from './texts.ts';
import { Button } from '../parts/button.tsx';
import { Confirm } from '../parts/confirm.tsx';

interface DeleteStatisticsProps {
  /** Null for all sites. */
  readonly site: string | null;
  readonly sites: readonly string[];
  /** All that is counted there. */
  readonly counts: Counts;
}

/** Deletes the statistics, after saying what would be deleted. */
export function DeleteStatistics({
  site,
  sites,
  counts: { markers, tools, imitated },
}: DeleteStatisticsProps): JSX.Element {
  const [step, setStep] = useState<'idle' | 'asked' | 'deleted' | 'failed'>('idle');

  async function remove(): Promise<void> {
    const deleted = await askBackground<FigureRequest>({ type: 'forget-figures', origin: site });
    setStep(deleted === true ? 'deleted' : 'failed');
  }

  return (
    // Of its own, so that the focus of a button that is gone moves to the one beside it.
    <div>
      <div class="steps">
        <Button
          step="delete"
          text={site === null ? texts.deleteAll : texts.deleteSite(siteName(site, sites))}
          onClick={() => setStep('asked')}
        />
      </div>
      {step === 'asked' && (
        <Confirm
          text={formats.sentences(
            texts.wouldDelete(
              counted('counts_reportedCalls', tools),
              counted('counts_fakedCalls', imitated),
              counted('counts_markersRemoved', markers),
            ),
            texts.deleteAbout,
          )}
          onDelete={() => void remove()}
          onKeep={() => setStep('idle')}
        />
      )}
      {/* Always there: text that appears together with its element is not read out. */}
      <p role="status" class={step === 'failed' ? 'notice failed' : 'small'} data-result={step}>
        {step === 'deleted' && texts.deleted}
        {step === 'failed' && texts.notDeleted}
      </p>
    </div>
  );
}
