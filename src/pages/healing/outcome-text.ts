import { formats } from '../../languages/formats.ts';
import { healingTexts as texts } from '../../healing/texts.ts';
import type { HealOutcome } from '../../healing/types.ts';

const { sentences } = formats;

/** How cleaning one chat went, in whole sentences. */
export function outcomeText(outcome: HealOutcome): string {
  switch (outcome.kind) {
    case 'healed':
      return sentences(texts.cleaned(outcome.markers, outcome.messages), outcome.kept > 0 && texts.kept(outcome.kept));
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
      return sentences(texts.restored(outcome.messages), outcome.kept > 0 && texts.editedSince(outcome.kept));
    case 'unchanged':
      return texts.undoUnchanged;
    case 'failed':
      return sentences(outcome.state === 'unknown' ? texts.undoUnknown : texts.undoFailed, outcome.why);
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
  if (!outcome || outcomes.length > 1) return texts.summary(done, outcomes.length);
  // "Not cleaned" would be untrue of a chat whose change was saved all the same, or may be.
  if (outcome.kind === 'failed') return texts.failed[outcome.state];
  return done === 1 ? texts.oneDone : texts.oneNotDone;
}

/** Returns whether a chat is without markers now, whoever removed them. */
function isClean(outcome: HealOutcome): boolean {
  if (outcome.kind === 'changed-meanwhile') return outcome.found === null;
  return outcome.kind === 'unchanged' || outcome.kind === 'healed';
}

/** One line over all chats that were restored, or already were. */
export function undoSummaryText(outcomes: readonly HealOutcome[]): string {
  return texts.undoSummary(
    outcomes.filter(({ kind }) => kind === 'restored' || kind === 'unchanged').length,
    outcomes.length,
  );
}
