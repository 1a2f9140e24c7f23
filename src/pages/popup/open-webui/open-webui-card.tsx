import type { JSX } from 'preact';
import type { CompanionStep, OpenWebUiView } from './open-webui-view.ts';
import { companionTexts } from '../texts.ts';
import { pageTexts } from '../../parts/texts.ts';
import { Button } from '../../parts/button.tsx';

interface CompanionStepsProps {
  readonly view: OpenWebUiView;
  /** The server is asked. */
  readonly busy: boolean;
  readonly onOpen: (step: CompanionStep) => void;
  readonly onTryAgain: () => void;
}

interface OpenWebUiCardProps extends CompanionStepsProps {
  /** The first sentence of the popup is about the companion, with its steps. */
  readonly told: boolean;
}

/** This Open WebUI and its companion. */
export function OpenWebUiCard({ told, ...props }: OpenWebUiCardProps): JSX.Element {
  return (
    <section class="open-webui">
      <h2>{props.view.title}</h2>
      {!told && <p class="small">{props.view.companion}</p>}
      {!told && <CompanionSteps {...props} />}
    </section>
  );
}

/** What can be done about the companion. */
export function CompanionSteps({
  view,
  busy,
  onOpen,
  onTryAgain,
}: CompanionStepsProps): JSX.Element | null {
  const { step, missing, admin, removable, retry } = view;
  if (!step && !removable && !retry) return null;
  return (
    <div class="steps">
      {step && (
        <Button
          step={step}
          kind={missing ? 'primary' : undefined}
          text={admin ? companionTexts.titles[step] : companionTexts.copyMessage}
          onClick={() => onOpen(step)}
        />
      )}
      {removable && (
        <Button
          step="remove"
          text={companionTexts.titles.remove}
          onClick={() => onOpen('remove')}
        />
      )}
      {retry && (
        <Button step="retry" text={pageTexts.tryAgain} aria-disabled={busy} onClick={onTryAgain} />
      )}
    </div>
  );
}
