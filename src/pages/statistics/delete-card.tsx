import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Card } from '../parts/controls.tsx';
import { siteName } from '../parts/site-name.ts';
import type { FigureRequest } from '../../stats/requests.ts';
import { askBackground } from '../../extension/messages.ts';
import { reportFailure } from '../../extension/promises.ts';
import { KEPT_DAYS, readAllSites, readDays, type DayEntry } from '../../stats/read-figures.ts';
import { deletionOf, deletionText } from './deletion-text.ts';
import { statisticsTexts as texts } from './texts.ts';

interface DeleteCardProps {
  /** Null for all sites. */
  readonly site: string | null;
  readonly sites: readonly string[];
}

/** The state of the deletion. */
type Step =
  | { readonly kind: 'idle' | 'deleted' | 'failed' }
  /** What would be deleted is shown first. */
  | { readonly kind: 'asked'; readonly days: readonly DayEntry[] };

const IDLE: Step = { kind: 'idle' };
const FAILED: Step = { kind: 'failed' };

/** Deletes the statistics, after showing what would be deleted. */
export function DeleteCard({ site, sites }: DeleteCardProps): JSX.Element {
  const [step, setStep] = useState<Step>(IDLE);
  const opener = useRef<HTMLButtonElement>(null);
  const asked = useRef(false);
  const busy = useRef(false);

  // The button that was pressed is gone, so the focus moves to the one in its place.
  useLayoutEffect(() => {
    if (asked.current && step.kind !== 'asked') opener.current?.focus();
    asked.current = step.kind === 'asked';
  }, [step]);

  async function look(): Promise<Step> {
    return {
      kind: 'asked',
      days: site === null ? (await readAllSites(KEPT_DAYS)).days : await readDays(site, KEPT_DAYS),
    };
  }

  async function remove(): Promise<Step> {
    const deleted = await askBackground<FigureRequest>({ type: 'forget-figures', origin: site });
    return deleted === true ? { kind: 'deleted' } : FAILED;
  }

  /** One thing at a time: a double click is one click. */
  async function go(work: () => Promise<Step>): Promise<void> {
    if (busy.current) return;
    busy.current = true;
    try {
      setStep(await work());
    } catch (error) {
      reportFailure('delete figures')(error);
      setStep(FAILED);
    } finally {
      busy.current = false;
    }
  }

  return (
    <Card title={texts.delete} about={texts.deleteAbout}>
      {step.kind === 'asked' ? (
        <Confirm
          text={deletionText(deletionOf(step.days))}
          onDelete={() => void go(remove)}
          onKeep={() => setStep(IDLE)}
        />
      ) : (
        <div class="steps">
          <button type="button" class="button" data-step="delete" ref={opener} onClick={() => void go(look)}>
            {site === null ? texts.deleteAll : texts.deleteSite(siteName(site, sites))}
          </button>
        </div>
      )}
      {/* Always there: text that appears together with its element is not read out. */}
      <p role="status" class={step.kind === 'failed' ? 'notice failed' : 'small'} data-result={step.kind}>
        {step.kind === 'deleted' && texts.deleted}
        {step.kind === 'failed' && texts.notDeleted}
      </p>
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
  // The button that deletes nothing comes first.
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
