import { healingTexts as texts } from './texts.ts';
import { countText } from './found-text.ts';
import type { HealOutcome } from '../types.ts';

const REPLIES = ['reply', 'replies'] as const;
const MARKERS = ['marker', 'markers'] as const;

/** How cleaning one chat went, in whole sentences. */
export function outcomeText(outcome: HealOutcome): string {
  switch (outcome.kind) {
    case 'healed':
      return sentences(healedText(outcome.messages, outcome.markers), outcome.kept > 0 && `${countText(outcome.kept, REPLIES)} could not be changed: broken off, or somebody else’s.`);
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

/** The same of putting it back. */
export function undoText(outcome: HealOutcome): string {
  switch (outcome.kind) {
    case 'restored':
      return sentences(`Put back as it was: ${countText(outcome.messages, REPLIES)}.`, outcome.kept > 0 && `${countText(outcome.kept, REPLIES)} edited since, left as they are.`);
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
  const healed = outcomes.filter(({ kind }) => kind === 'healed').length;
  const done = outcomes.filter(({ kind }) => kind === 'unchanged').length + healed;
  if (outcomes.length === 1) return done === 1 ? texts.oneDone : texts.oneNotDone;
  return `${done} of ${countText(outcomes.length, ['chat', 'chats'])} cleaned.`;
}

/** @param markers 0 where they were not counted, as after a crash */
function healedText(messages: number, markers: number): string {
  const replies = countText(messages, REPLIES);
  return markers > 0 ? `Cleaned: ${countText(markers, MARKERS)} in ${replies}.` : `Cleaned: ${replies}.`;
}

function sentences(...parts: readonly (string | false | null)[]): string {
  return parts.filter(Boolean).join(' ');
}
