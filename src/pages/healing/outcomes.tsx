import type { JSX } from 'preact';
import { healingTexts as texts } from '../../healing/texts.ts';
import type { FoundChat, HealOutcome } from '../../healing/types.ts';
import { Button } from '../parts/button.tsx';
import { pageTexts } from '../parts/texts.ts';
import { outcomeText, undoneBy, undoText, type Undos } from './outcome-text.ts';

interface OutcomesProps {
  readonly outcomes: readonly HealOutcome[];
  /** Used for the title of a chat whose outcome has none. */
  readonly found: readonly FoundChat[];
  readonly undos: Undos;
  readonly onUndo: (backupIds: readonly number[]) => void;
}

/** The outcome of cleaning each chat. */
export function Outcomes({ outcomes, found, undos, onUndo }: OutcomesProps): JSX.Element {
  return (
    <ul class="list">
      {outcomes.map((outcome) => {
        const title =
          outcome.title ||
          found.find(({ chat }) => chat.id === outcome.chatId)?.chat.title ||
          texts.untitled;
        const backupId = outcome.kind === 'healed' ? outcome.backupId : null;
        return (
          <li
            key={outcome.chatId}
            class="row"
            data-outcome={(backupId !== null && undoneBy(undos, backupId)?.kind) || outcome.kind}
          >
            <div class="words">
              <bdi>{title}</bdi>
              <span class="small">{outcomeText(outcome)}</span>
              {backupId !== null && <UndoWords undos={undos} backupId={backupId} />}
            </div>
            {backupId !== null && (
              <UndoButton title={title} undos={undos} backupId={backupId} onUndo={onUndo} />
            )}
          </li>
        );
      })}
    </ul>
  );
}

interface UndoAllButtonProps {
  readonly backupIds: readonly number[];
  readonly onUndo: (backupIds: readonly number[]) => void;
}

/** Nothing for a single chat, which has a button of its own. */
export function UndoAllButton({ backupIds, onUndo }: UndoAllButtonProps): JSX.Element | null {
  if (backupIds.length < 2) return null;
  return (
    <Button
      step="undo-all"
      text={texts.undoAll(backupIds.length)}
      onClick={() => onUndo(backupIds)}
    />
  );
}

interface UndoProps {
  readonly undos: Undos;
  readonly backupId: number;
}

/** The outcome of restoring a chat. */
export function UndoWords({ undos, backupId }: UndoProps): JSX.Element | null {
  const undo = undos.get(backupId);
  if (!undo) return null;
  return (
    <div role="status" class="small">
      {undo === 'running' ? texts.undoing : undoText(undo)}
    </div>
  );
}

interface UndoButtonProps extends UndoProps {
  readonly title: string;
  readonly onUndo: (backupIds: readonly number[]) => void;
}

/** Nothing once there is nothing left to restore. */
export function UndoButton({
  title,
  undos,
  backupId,
  onUndo,
}: UndoButtonProps): JSX.Element | null {
  if (undoneBy(undos, backupId)) return null;
  return (
    <Button
      step="undo"
      text={pageTexts.undo}
      aria-label={pageTexts.of(pageTexts.undo, title)}
      aria-disabled={undos.get(backupId) === 'running'}
      onClick={() => onUndo([backupId])}
    />
  );
}
