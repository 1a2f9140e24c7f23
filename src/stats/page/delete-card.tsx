import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Card } from '../../page/controls.tsx';
import { siteName } from '../../page/site-name.ts';
import { askBackground } from '../../sites/ask-background.ts';
import { reportFailure } from '../../sites/report.ts';
import { KEPT_DAYS, readDays, type DayEntry } from '../figures.ts';
import { goingOf, goingText } from './going-text.ts';
import { statisticsTexts as texts } from './texts.ts';

interface DeleteCardProps {
  /** Null for all sites. */
  readonly site: string | null;
  readonly sites: readonly string[];
}

/** What became of the wish to delete. `DayEntry`s: what would go is shown first. */
type Step = 'idle' | 'deleted' | 'restored' | 'failed' | readonly DayEntry[];

/** Deletes what was counted, once it was said what would go. */
export function DeleteCard({ site, sites }: DeleteCardProps): JSX.Element {
  const [step, setStep] = useState<Step>('idle');
  const going = typeof step === 'string' ? null : goingOf(step);
  const opener = useRef<HTMLButtonElement>(null);
  const asked = useRef(false);

  // The button that was pressed is gone: the next key belongs to the one that came in its place.
  useLayoutEffect(() => {
    if (asked.current && !going) opener.current?.focus();
    asked.current = going !== null;
  }, [step]);

  async function look(): Promise<void> {
    setStep(await readDays(site, KEPT_DAYS));
  }

  async function remove(): Promise<void> {
    setStep((await askBackground({ type: 'forget-figures', origin: site })) === true ? 'deleted' : 'failed');
  }

  async function undo(): Promise<void> {
    setStep((await askBackground({ type: 'restore-figures' })) === true ? 'restored' : 'failed');
  }

  function fail(error: unknown): void {
    reportFailure('delete figures')(error);
    setStep('failed');
  }

  return (
    <Card title={texts.delete} about={texts.deleteAbout}>
      {going ? (
        <Confirm text={goingText(going)} onDelete={() => remove().catch(fail)} onKeep={() => setStep('idle')} />
      ) : (
        <div class="steps">
          <button type="button" class="button" data-step="delete" ref={opener} onClick={() => look().catch(fail)}>
            {site === null ? texts.deleteAll : texts.deleteSite(siteName(site, sites))}
          </button>
        </div>
      )}
      {/* Always there: what appears together with its text is not read out. */}
      <p role="status" class={step === 'failed' ? 'notice failed' : 'small'} data-result={typeof step === 'string' ? step : 'asked'}>
        {step === 'deleted' && texts.deleted}
        {step === 'restored' && texts.restored}
        {step === 'failed' && texts.notDeleted}
      </p>
      {step === 'deleted' && (
        <div class="steps">
          <button type="button" class="button" data-step="undo" onClick={() => undo().catch(fail)}>
            {texts.undo}
          </button>
        </div>
      )}
    </Card>
  );
}

interface ConfirmProps {
  readonly text: string;
  readonly onDelete: () => void;
  readonly onKeep: () => void;
}

function Confirm({ text, onDelete, onKeep }: ConfirmProps): JSX.Element {
  const keep = useRef<HTMLButtonElement>(null);
  // What takes nothing away is the first to be pressed.
  useLayoutEffect(() => keep.current?.focus(), []);
  return (
    <div class="notice" role="group" aria-describedby="going">
      <p id="going">{text}</p>
      <div class="steps">
        <button type="button" class="button danger" data-step="delete-now" onClick={onDelete}>
          {texts.deleteNow}
        </button>
        <button type="button" class="button" data-step="keep" ref={keep} onClick={onKeep}>
          {texts.keep}
        </button>
      </div>
    </div>
  );
}
