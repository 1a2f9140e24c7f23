import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { healingTexts as texts } from '../texts.ts';
import { Outcomes } from './outcomes.tsx';
import { Progress } from './progress.tsx';
import { ResultsView } from './results-view.tsx';
import { progressText } from './scan-text.ts';
import { notStarted, restOf, type Stage } from './stage.ts';
import { StageHeading } from './stage-heading.tsx';
import { summaryText } from './outcome-text.ts';
import type { HealingControls, Scope } from './use-healing.ts';

interface StageViewProps {
  readonly controls: HealingControls;
  /** What must be known before healing on this server. */
  readonly caveat: string | null;
  /** A chat was open when the person came here. */
  readonly hasChat: boolean;
}

/** What the person is at. */
export function StageView({ controls, caveat, hasChat }: StageViewProps): JSX.Element {
  const { stage } = controls;
  switch (stage.kind) {
    case 'start':
      return <StartView hasChat={hasChat} onScan={controls.scan} />;
    case 'left':
      return <LeftView stage={stage} controls={controls} />;
    case 'scanning':
      return <ScanningView key="scanning" stage={stage} onCancel={controls.cancel} />;
    case 'results':
      return <ResultsView key="results" stage={stage} controls={controls} caveat={caveat} />;
    case 'healing':
      return <HealingView key="healing" stage={stage} onStop={controls.stop} />;
    case 'done':
      return <DoneView key="done" stage={stage} controls={controls} />;
  }
}

function StartView({ hasChat, onScan }: { readonly hasChat: boolean; readonly onScan: (scope: Scope) => void }): JSX.Element {
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
        <button type="button" class="button primary" data-step="look" onClick={() => onScan(scope)}>
          {texts.look}
        </button>
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
        <button type="button" class="button" data-step="cancel" onClick={onCancel}>
          {texts.cancel}
        </button>
      </div>
    </section>
  );
}

function HealingView({ stage, onStop }: StageProps<'healing'> & { readonly onStop: () => void }): JSX.Element {
  const { total, outcomes, stopping } = stage;
  return (
    <section class="stage">
      <StageHeading title={texts.healingTitle} />
      <Progress label={texts.chatsCleaned} value={outcomes.length} max={total} />
      <p class="figures">{texts.done(outcomes.length, total)}</p>
      <p class="small">{stopping ? texts.stopping : texts.closable}</p>
      <div class="steps">
        {/* Not `disabled`: that would take the focus away. */}
        <button type="button" class="button" data-step="stop" aria-disabled={stopping} onClick={onStop}>
          {texts.stop}
        </button>
      </div>
    </section>
  );
}

function LeftView({ stage, controls }: StageProps<'left'> & { readonly controls: HealingControls }): JSX.Element {
  const { outcomes, left, total } = stage.run;
  const unfinished = left.length > 0;
  return (
    <section class="stage">
      <StageHeading title={unfinished ? texts.leftTitle : texts.settledTitle} />
      <p>{texts.done(total - left.length, total)}</p>
      <div class="steps">
        {unfinished && (
          <button type="button" class="button primary" data-step="go-on" onClick={() => controls.heal(left.map(({ chatId }) => chatId), outcomes)}>
            {texts.goOn}
          </button>
        )}
        <button type="button" class="button" data-step="start" onClick={controls.start}>
          {unfinished ? texts.forget : texts.backToStart}
        </button>
      </div>
      <Outcomes outcomes={outcomes} found={[]} undos={controls.undos} onUndo={controls.undo} />
    </section>
  );
}

function DoneView({ stage, controls }: StageProps<'done'> & { readonly controls: HealingControls }): JSX.Element {
  const { outcomes, found } = stage;
  const left = notStarted(outcomes);
  const begun = outcomes.filter(({ kind }) => kind !== 'not-started');
  const healed = outcomes.some(({ kind }) => kind === 'healed');
  return (
    <section class="stage">
      <StageHeading title={left.length > 0 ? texts.stoppedTitle : texts.doneTitle} />
      <p>
        {summaryText(outcomes)} {healed && <span class="small">{texts.reload}</span>}
      </p>
      <div class="steps">
        {left.length > 0 && (
          <button type="button" class="button primary" data-step="go-on" onClick={() => controls.heal(left, begun)}>
            {texts.goOn}
          </button>
        )}
        {left.length === 0 && restOf(outcomes, found).length > 0 && (
          <button type="button" class="button primary" data-step="rest" onClick={controls.rest}>
            {texts.rest}
          </button>
        )}
        <button type="button" class="button" data-step="start" onClick={controls.start}>
          {texts.backToStart}
        </button>
      </div>
      <Outcomes outcomes={outcomes} found={found} undos={controls.undos} onUndo={controls.undo} />
    </section>
  );
}
