import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { healingTexts as texts } from '../../../healing/texts.ts';
import type { HealOutcome } from '../../../healing/types.ts';
import { ActionBar } from './action-bar.tsx';
import { isOver, Outcomes, UndoAllButton, UndoOutcomes } from '../outcomes.tsx';
import { ResultsView } from './results-view.tsx';
import { progressText } from './scan-text.ts';
import { leftOf, notStarted, restOf, type Stage } from './stage.ts';
import { StageHeading } from './stage-heading.tsx';
import { summaryText, undoSummaryText } from '../outcome-text.ts';
import type { HealingControls, Scope } from '../use-healing.ts';
import { Button } from '../../parts/button.tsx';

interface StageViewProps {
  readonly controls: HealingControls;
  /** What to know before cleaning on this server. */
  readonly caveat: string | null;
  /** A chat was open when the person opened this page. */
  readonly hasChat: boolean;
}

/** The current stage. */
export function StageView({ controls, caveat, hasChat }: StageViewProps): JSX.Element {
  const { stage } = controls;
  switch (stage.kind) {
    case 'start':
      return <StartView hasChat={hasChat} onScan={controls.scan} />;
    case 'scanning':
      return <ScanningView key="scanning" stage={stage} onCancel={controls.cancel} />;
    case 'results':
      return <ResultsView key="results" stage={stage} controls={controls} caveat={caveat} />;
    case 'healing':
      return (
        <RunView
          key="healing"
          {...stage}
          title={texts.healingTitle}
          label={texts.chatsCleaned}
          onStop={controls.stop}
        />
      );
    case 'undoing':
      return (
        <RunView
          key="undoing"
          {...stage}
          title={texts.undoingTitle}
          label={texts.chatsRestored}
          total={stage.backupIds.length}
          onStop={controls.stop}
        />
      );
    case 'undone':
      return <UndoneView key="undone" stage={stage} controls={controls} />;
    case 'done':
      return <DoneView key="done" stage={stage} controls={controls} />;
  }
}

function StartView({
  hasChat,
  onScan,
}: {
  readonly hasChat: boolean;
  readonly onScan: (scope: Scope) => void;
}): JSX.Element {
  const [scope, setScope] = useState<Scope>(hasChat ? 'this' : 'all');
  return (
    <section class="stage">
      <StageHeading title={hasChat ? texts.what : texts.whatAll} />
      {hasChat ? (
        <fieldset aria-label={texts.what}>
          <Choice scope="this" chosen={scope} label={texts.thisChat} hint={texts.thisChatHint} onChoose={setScope} />
          <Choice scope="all" chosen={scope} label={texts.allChats} hint={texts.allChatsHint} onChoose={setScope} />
        </fieldset>
      ) : (
        <p>{texts.allChatsHint}</p>
      )}
      <div class="steps">
        <Button step="look" kind="primary" text={texts.look} onClick={() => onScan(scope)} />
      </div>
    </section>
  );
}

interface ChoiceProps {
  readonly scope: Scope;
  readonly chosen: Scope;
  readonly label: string;
  readonly hint: string;
  readonly onChoose: (scope: Scope) => void;
}

function Choice({ scope, chosen, label, hint, onChoose }: ChoiceProps): JSX.Element {
  return (
    <label class="choice">
      <input type="radio" name="scope" value={scope} checked={scope === chosen} onChange={() => onChoose(scope)} />
      <span>
        {label}
        <span class="small">{hint}</span>
      </span>
    </label>
  );
}

interface StageProps<K extends Stage['kind']> {
  readonly stage: Extract<Stage, { readonly kind: K }>;
}

function ScanningView({ stage, onCancel }: StageProps<'scanning'> & { readonly onCancel: () => void }): JSX.Element {
  const { progress } = stage;
  return (
    <section class="stage">
      <StageHeading title={texts.scanningTitle} />
      <Progress label={texts.chatsRead} value={progress.scanned} max={progress.complete ? progress.listed : null} />
      <p class="figures">{progressText(progress)}</p>
      <div class="steps">
        <Button step="cancel" text={texts.cancel} onClick={onCancel} />
      </div>
    </section>
  );
}

interface RunViewProps {
  readonly title: string;
  /** Name of the bar. */
  readonly label: string;
  readonly total: number;
  readonly outcomes: readonly HealOutcome[];
  readonly stopping: boolean;
  readonly onStop: () => void;
}

/** Chats are being changed, one after another. */
function RunView({ title, label, total, outcomes, stopping, onStop }: RunViewProps): JSX.Element {
  return (
    <section class="stage">
      <StageHeading title={title} />
      <Progress label={label} value={outcomes.length} max={total} />
      <p class="figures">{texts.done(outcomes.length, total)}</p>
      <p class="small">{stopping ? texts.stopping : texts.closable}</p>
      <div class="steps">
        {/* Not `disabled`: that would take the focus away. */}
        <Button step="stop" text={texts.stop} aria-disabled={stopping} onClick={onStop} />
      </div>
    </section>
  );
}

function DoneView({ stage, controls }: StageProps<'done'> & { readonly controls: HealingControls }): JSX.Element {
  const { outcomes, found } = stage;
  const left = notStarted(outcomes);
  const begun = outcomes.filter(({ kind }) => kind !== 'not-started');
  const healed = outcomes.some(({ kind }) => kind === 'healed');
  const now = afterUndo(outcomes, controls.undos);
  /** Those that were cleaned and not restored since. */
  const backupIds = now.flatMap((outcome) => (outcome.kind === 'healed' ? [outcome.backupId] : []));
  const isUndone = healed && backupIds.length === 0;
  return (
    <section class="stage">
      <StageHeading title={left.length > 0 ? texts.stoppedTitle : texts.doneTitle} />
      <p>
        {isUndone ? undoSummaryText(now) : summaryText(now)} {healed && <span class="small">{texts.reload}</span>}
      </p>
      <Outcomes outcomes={outcomes} found={found} undos={controls.undos} onUndo={controls.undo} />
      <ActionBar>
        {left.length > 0 && (
          <Button step="go-on" kind="primary" text={texts.goOn} onClick={() => controls.heal(left, begun)} />
        )}
        {left.length === 0 && restOf(outcomes, found).length > 0 && (
          <Button step="rest" kind="primary" text={texts.rest} onClick={controls.rest} />
        )}
        <Button step="start" text={texts.backToStart} onClick={controls.start} />
        <UndoAllButton backupIds={backupIds} onUndoAll={controls.undoAll} />
      </ActionBar>
    </section>
  );
}

/** @returns the outcomes, with that of the undo where it is over */
function afterUndo(outcomes: readonly HealOutcome[], undos: HealingControls['undos']): readonly HealOutcome[] {
  return outcomes.map((outcome) => {
    const undo = outcome.kind === 'healed' ? undos.get(outcome.backupId) : undefined;
    return undo !== undefined && undo !== 'running' && isOver(undo) ? undo : outcome;
  });
}

function UndoneView({ stage, controls }: StageProps<'undone'> & { readonly controls: HealingControls }): JSX.Element {
  const left = leftOf(stage);
  const stopped = stage.outcomes.some(({ kind }) => kind === 'not-started');
  return (
    <section class="stage">
      <StageHeading title={stopped ? texts.stoppedTitle : texts.doneTitle} />
      <p>
        {undoSummaryText(stage.outcomes)} <span class="small">{texts.reload}</span>
      </p>
      <UndoOutcomes outcomes={stage.outcomes} />
      <ActionBar>
        {left.length > 0 && (
          <Button
            step="undo-on"
            kind="primary"
            text={stopped ? texts.goOn : texts.rest}
            onClick={() => controls.undoAll(left)}
          />
        )}
        <Button step="start" text={texts.backToStart} onClick={controls.start} />
      </ActionBar>
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
  return max === null ? (
    <progress aria-label={label} />
  ) : (
    <progress aria-label={label} value={value} max={Math.max(max, 1)} />
  );
}
