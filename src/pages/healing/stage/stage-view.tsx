import type { JSX } from 'preact';
import { healingTexts as texts } from '../../../healing/texts.ts';
import { Outcomes, UndoAllButton } from '../outcomes.tsx';
import { ResultsView } from './results-view.tsx';
import { progressText } from './scan-text.ts';
import type { Stage } from './stage.ts';
import { StageHeading } from './stage-heading.tsx';
import { afterUndo, doneText } from '../outcome-text.ts';
import { pageTexts } from '../../parts/texts.ts';
import type { HealingControls, Scope } from '../use-healing.ts';
import { Button } from '../../parts/button.tsx';

interface StageViewProps {
  readonly controls: HealingControls;
  /** What to know before cleaning on this server. */
  readonly caveat: string | null;
  /** What to do after cleaning on this server. */
  readonly afterwards: string;
  /** A chat was open when the person opened this page. */
  readonly hasChat: boolean;
}

/** The current stage. */
export function StageView({ controls, caveat, afterwards, hasChat }: StageViewProps): JSX.Element {
  const { stage } = controls;
  switch (stage.kind) {
    case 'start':
      return <StartView hasChat={hasChat} onScan={controls.scan} />;
    case 'scanning':
      return <ScanningView key="scanning" stage={stage} onCancel={controls.cancel} />;
    case 'results':
      return <ResultsView key="results" stage={stage} controls={controls} caveat={caveat} />;
    case 'healing':
      return <RunView key="healing" stage={stage} onStop={controls.stop} />;
    case 'done':
      return <DoneView key="done" stage={stage} controls={controls} afterwards={afterwards} />;
  }
}

interface StartViewProps extends Pick<StageViewProps, 'hasChat'> {
  readonly onScan: (scope: Scope) => void;
}

function StartView({ hasChat, onScan }: StartViewProps): JSX.Element {
  return (
    <section class="stage">
      <StageHeading title={hasChat ? texts.what : texts.whatAll} />
      <div class="steps">
        {hasChat && (
          <Button step="look-this" text={texts.thisChat} onClick={() => onScan('this')} />
        )}
        <Button
          step="look"
          kind="primary"
          text={hasChat ? texts.allChats : texts.look}
          onClick={() => onScan('all')}
        />
      </div>
      <p class="small">{texts.allChatsHint}</p>
    </section>
  );
}

interface StageProps<K extends Stage['kind']> {
  readonly stage: Extract<Stage, { readonly kind: K }>;
}

function ScanningView({
  stage,
  onCancel,
}: StageProps<'scanning'> & { readonly onCancel: () => void }): JSX.Element {
  const { progress } = stage;
  return (
    <section class="stage">
      <StageHeading title={texts.scanningTitle} />
      <Progress
        label={texts.chatsRead}
        value={progress.scanned}
        max={progress.complete ? progress.listed : null}
      />
      <p class="figures">{progressText(progress)}</p>
      <div class="steps">
        <Button step="cancel" text={pageTexts.cancel} onClick={onCancel} />
      </div>
    </section>
  );
}

/** Chats are being cleaned. */
function RunView({
  stage,
  onStop,
}: StageProps<'healing'> & { readonly onStop: () => void }): JSX.Element {
  const { outcomes, total, stopping } = stage;
  return (
    <section class="stage">
      <StageHeading title={texts.healingTitle} />
      <Progress label={texts.chatsCleaned} value={outcomes.length} max={total} />
      <p class="figures">{texts.done(total, outcomes.length)}</p>
      <p class="small">{stopping ? texts.stopping : texts.closable}</p>
      <div class="steps">
        {/* Not `disabled`: that would take the focus away. */}
        <Button step="stop" text={texts.stop} aria-disabled={stopping} onClick={onStop} />
      </div>
    </section>
  );
}

function DoneView({
  stage,
  controls,
  afterwards,
}: StageProps<'done'> & Pick<StageViewProps, 'controls' | 'afterwards'>): JSX.Element {
  const { outcomes, found } = stage;
  const { undos } = controls;
  const wasStopped = outcomes.some(({ kind }) => kind === 'not-started');
  /** Those that were cleaned and not restored since. */
  const backupIds = afterUndo(outcomes, undos).flatMap((one) =>
    one.kind === 'healed' ? [one.backupId] : [],
  );
  return (
    <section class="stage">
      <StageHeading title={wasStopped ? texts.stoppedTitle : texts.doneTitle} />
      <p>
        {doneText(outcomes, undos)}{' '}
        {outcomes.some(({ kind }) => kind === 'healed') && <span class="small">{afterwards}</span>}
      </p>
      <Outcomes outcomes={outcomes} found={found} undos={undos} onUndo={controls.undo} />
      <div class="steps bar">
        <Button step="start" text={texts.backToStart} onClick={controls.start} />
        <UndoAllButton backupIds={backupIds} onUndo={controls.undo} />
      </div>
    </section>
  );
}

interface ProgressProps {
  readonly label: string;
  readonly value: number;
  /** Null while the total is unknown. */
  readonly max: number | null;
}

/** A progress bar. Its numbers are beside it as text. */
function Progress({ label, value, max }: ProgressProps): JSX.Element {
  return <progress aria-label={label} {...(max !== null && { value, max: Math.max(max, 1) })} />;
}
