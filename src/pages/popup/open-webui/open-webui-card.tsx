import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { CompanionStep, OpenWebUiView } from './open-webui-view.ts';
import { companionTexts, doneText } from '../texts.ts';
import { pageTexts } from '../../parts/texts.ts';
import { Button } from '../../parts/button.tsx';

interface OpenWebUiCardProps {
  readonly view: OpenWebUiView;
  /** The last step that worked, to be announced. */
  readonly done: CompanionStep | null;
  /** The person returns from a page of the card, so the focus moves here. */
  readonly returned: boolean;
  readonly onOpen: (step: CompanionStep) => void;
  readonly onTryAgain: () => void;
}

/** One row for this Open WebUI and its companion, initially open only if something is missing. */
export function OpenWebUiCard({ view, done, returned, onOpen, onTryAgain }: OpenWebUiCardProps): JSX.Element {
  const row = useRef<HTMLElement>(null);
  const [open] = useState(returned || view.missing);
  // In the same frame, so that the next key press is not lost.
  useLayoutEffect(() => {
    if (returned) row.current?.focus();
  }, []);
  return (
    <section class="open-webui">
      <details open={open}>
        <summary ref={row}>
          <h2>{view.title}</h2>
        </summary>
        <p class="companion">{view.companion}</p>
        {done && <p class="small">{doneText(done)}</p>}
        <Steps view={view} onOpen={onOpen} onTryAgain={onTryAgain} />
      </details>
    </section>
  );
}

function Steps({
  view,
  onOpen,
  onTryAgain,
}: Pick<OpenWebUiCardProps, 'view' | 'onOpen' | 'onTryAgain'>): JSX.Element | null {
  const { step, missing, admin, removable, retry } = view;
  if (!step && !removable && !retry) return null;
  return (
    <div class="steps">
      {step && (
        <button
          type="button"
          class={missing ? 'button primary' : 'button'}
          data-step={step}
          onClick={() => onOpen(step)}
        >
          {admin ? companionTexts.titles[step] : companionTexts.copyMessage}
        </button>
      )}
      {removable && <Button step="remove" text={companionTexts.titles.remove} onClick={() => onOpen('remove')} />}
      {retry && <Button step="retry" text={pageTexts.tryAgain} onClick={onTryAgain} />}
    </div>
  );
}
