import type { JSX } from 'preact';
import { healingTexts as texts } from '../../healing/texts.ts';
import type { FoundChat, HealOutcome } from '../../healing/types.ts';
import { outcomeText, undoText } from './outcome-text.ts';
import type { Pending } from './use-looks.ts';
import { Button } from '../parts/button.tsx';

interface OutcomesProps {
  readonly outcomes: readonly HealOutcome[];
  /** Used for the title of a chat whose outcome has none. */
  readonly found: readonly FoundChat[];
  readonly undos: ReadonlyMap<number, Pending<HealOutcome>>;
  readonly onUndo: (backupId: number) => void;
}

/** The outcome of cleaning each chat. */
export function Outcomes({ outcomes, found, undos, onUndo }: OutcomesProps): JSX.Element {
  return (
    <ul class="list">
      {outcomes.map((outcome) => {
        const title =
          outcome.title || found.find(({ chat }) => chat.id === outcome.chatId)?.chat.title || texts.untitled;
        const undo = outcome.kind === 'healed' ? undos.get(outcome.backupId) : undefined;
        return (
          <li key={outcome.chatId} class="row" data-outcome={outcome.kind}>
            <div class="words">
              <bdi>{title}</bdi>
              <span class="small">{outcomeText(outcome)}</span>
              {undo && (
                <div role="status">
                  <UndoWords undo={undo} />
                </div>
              )}
            </div>
            {outcome.kind === 'healed' && !isOver(undo) && (
              <UndoButton title={title} undo={undo} onUndo={() => onUndo(outcome.backupId)} />
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** The outcome of restoring each chat of several. */
export function UndoOutcomes({ outcomes }: { readonly outcomes: readonly HealOutcome[] }): JSX.Element {
  return (
    <ul class="list">
      {outcomes.map((outcome, i) => (
        <li key={i} class="row" data-outcome={outcome.kind}>
          <div class="words">
            <bdi>{outcome.title || texts.untitled}</bdi>
            <span class="small">{undoText(outcome)}</span>
          </div>
        </li>
      ))}
    </ul>
  );
}

interface UndoAllButtonProps {
  readonly backupIds: readonly number[];
  readonly onUndoAll: (backupIds: readonly number[]) => void;
}

/** Nothing for a single chat, which has a button of its own. */
export function UndoAllButton({ backupIds, onUndoAll }: UndoAllButtonProps): JSX.Element | null {
  if (backupIds.length < 2) return null;
  return <Button step="undo-all" text={texts.undoAll(backupIds.length)} onClick={() => onUndoAll(backupIds)} />;
}

/** The outcome of restoring a chat. */
export function UndoWords({ undo }: { readonly undo: Pending<HealOutcome> }): JSX.Element {
  return <span class="small">{undo === 'running' ? texts.undoing : undoText(undo)}</span>;
}

interface UndoButtonProps {
  readonly title: string;
  readonly undo: Pending<HealOutcome> | undefined;
  readonly onUndo: () => void;
}

export function UndoButton({ title, undo, onUndo }: UndoButtonProps): JSX.Element {
  return (
    <Button
      step="undo"
      text={texts.undo}
      aria-label={texts.of(texts.undo, title)}
      aria-disabled={undo === 'running'}
      onClick={onUndo}
    />
  );
}

/** Whether there is nothing left to restore. */
export function isOver(undo: Pending<HealOutcome> | undefined): boolean {
  return undo !== undefined && undo !== 'running' && (undo.kind === 'restored' || undo.kind === 'unchanged');
}
