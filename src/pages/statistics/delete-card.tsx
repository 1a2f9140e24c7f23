import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Card } from '../parts/controls.tsx';
import { siteName } from '../parts/site-name.ts';
import { askBackground } from '../../extension/messages.ts';
import type { Counts } from '../../stats/figures.ts';
import type { FigureRequest } from '../../stats/requests.ts';
import { statisticsTexts as texts } from './texts.ts';
import { Button } from '../parts/button.tsx';

interface DeleteCardProps {
  /** Null for all sites. */
  readonly site: string | null;
  readonly sites: readonly string[];
  /** All that is counted there. */
  readonly counts: Counts;
}

/** Deletes the statistics, after saying what would be deleted. */
export function DeleteCard({ site, sites, counts: { markers, tools, imitated } }: DeleteCardProps): JSX.Element {
  const [step, setStep] = useState<'idle' | 'asked' | 'deleting' | 'deleted' | 'failed'>('idle');
  const opener = useRef<HTMLButtonElement>(null);
  const keep = useRef<HTMLButtonElement>(null);
  const asks = step === 'asked' || step === 'deleting';
  const asked = useRef(false);

  // The button that was pressed is gone, so the focus moves to the one in its place: first the one that deletes nothing.
  useLayoutEffect(() => {
    if (asks) keep.current?.focus();
    else if (asked.current) opener.current?.focus();
    asked.current = asks;
  }, [asks]);

  async function remove(): Promise<void> {
    if (step === 'deleting') return;
    setStep('deleting');
    const deleted = await askBackground<FigureRequest>({ type: 'forget-figures', origin: site });
    setStep(deleted === true ? 'deleted' : 'failed');
  }

  return (
    <Card title={texts.delete} about={texts.deleteAbout}>
      {asks ? (
        <div class="notice" role="group" aria-describedby="going">
          <p id="going">{texts.wouldDelete(markers, tools, imitated)}</p>
          <div class="steps">
            <Button step="delete-now" kind="danger" text={texts.deleteNow} onClick={() => void remove()} />
            <button type="button" class="button" data-step="keep" ref={keep} onClick={() => setStep('idle')}>
              {texts.keep}
            </button>
          </div>
        </div>
      ) : (
        <div class="steps">
          <button type="button" class="button" data-step="delete" ref={opener} onClick={() => setStep('asked')}>
            {site === null ? texts.deleteAll : texts.deleteSite(siteName(site, sites))}
          </button>
        </div>
      )}
      {/* Always there: text that appears together with its element is not read out. */}
      <p role="status" class={step === 'failed' ? 'notice failed' : 'small'} data-result={step}>
        {step === 'deleted' && texts.deleted}
        {step === 'failed' && texts.notDeleted}
      </p>
    </Card>
  );
}
