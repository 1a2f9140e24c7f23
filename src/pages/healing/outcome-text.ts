import { formats } from '../../languages/formats.ts';
import { healingTexts as texts } from '../../healing/texts.ts';
import { counted } from '../../languages/messages.ts';
import type { HealOutcome } from '../../healing/types.ts';

const { sentences } = formats;

/** How cleaning one chat went, in whole sentences. */
export function outcomeText(outcome: HealOutcome): string {
  switch (outcome.kind) {
    case 'healed':
      return sentences(
        texts.cleanedMarkers(
          counted('counts_markers', outcome.markers),
          counted('counts_replies', outcome.messages),
        ),
        outcome.kept > 0 && texts.kept(outcome.kept),
      );
    case 'restored':
      return undoText(outcome);
    case 'unchanged':
      return texts.unchanged;
    case 'changed-meanwhile':
      return outcome.why;
    case 'streaming':
      return texts.streaming;
    case 'failed':
      return sentences(texts.failed[outcome.state], outcome.why);
    case 'not-started':
      return sentences(texts.notStarted, outcome.why);
  }
}

/** How restoring one chat went, in whole sentences. */
export function undoText(outcome: HealOutcome): string {
  switch (outcome.kind) {
    case 'restored':
      return sentences(
        texts.restored(outcome.messages),
        outcome.kept > 0 && texts.editedSince(outcome.kept),
      );
    case 'unchanged':
      return texts.undoUnchanged;
    case 'failed':
      return sentences(
        outcome.state === 'unknown' ? texts.undoUnknown : texts.undoFailed,
        outcome.why,
      );
    case 'not-started':
      return sentences(texts.undoFailed, outcome.why);
    case 'healed':
    case 'changed-meanwhile':
    case 'streaming':
      return outcomeText(outcome);
  }
}

/** One line over all outcomes. */
export function summaryText(outcomes: readonly HealOutcome[]): string {
  const done = outcomes.filter(isClean).length;
  const [outcome] = outcomes;
  if (!outcome || outcomes.length > 1) return texts.summary(outcomes.length, done);
  // "Not cleaned" would be untrue of a chat whose change was saved all the same, or may be.
  if (outcome.kind === 'failed') return texts.failed[outcome.state];
  return done === 1 ? texts.oneDone : texts.oneNotDone;
}

/** Returns whether a chat is without markers now, whoever removed them. */
function isClean({ kind }: HealOutcome): boolean {
  return kind === 'unchanged' || kind === 'healed';
}

/** The result of restoring chats, by the number of the backup. */
export type Undos = ReadonlyMap<number, Pending<HealOutcome>>;

/** A request, or its answer. */
export type Pending<T> = T | 'running';

/** @returns the outcome of a finished undo; undefined while a backup can still be restored */
export function undoneBy(undos: Undos, backupId: number): HealOutcome | undefined {
  const undo = undos.get(backupId);
  return undo !== 'running' && (undo?.kind === 'restored' || undo?.kind === 'unchanged')
    ? undo
    : undefined;
}

/** @returns the outcomes of cleaning, with that of the undo where it is over */
export function afterUndo(outcomes: readonly HealOutcome[], undos: Undos): readonly HealOutcome[] {
  return outcomes.map(
    (outcome) => (outcome.kind === 'healed' && undoneBy(undos, outcome.backupId)) || outcome,
  );
}

/** One line over all chats of a run, as they are now. */
export function doneText(outcomes: readonly HealOutcome[], undos: Undos): string {
  const healed = outcomes.some(({ kind }) => kind === 'healed');
  const now = afterUndo(outcomes, undos);
  if (!healed || now.some(({ kind }) => kind === 'healed')) return summaryText(now);
  return texts.undoSummary(
    now.length,
    now.filter(({ kind }) => kind === 'restored' || kind === 'unchanged').length,
  );
}
