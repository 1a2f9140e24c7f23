import type { Question } from '../../normalizer/progress/progress-types.ts';
import { announceEnd, asksSentence, badgeTexts } from '../texts.ts';
import type { ReplyModel } from './reply-model.ts';

/** Milliseconds after its end in which a reply that becomes visible is still announced. */
export const LATE = 2000;

/**
 * What a screen reader says of one reply: its first tool, what it asks, and its end. Only while it
 * is visible.
 * @param say says one sentence
 */
export function createReplyVoice(
  model: Pick<ReplyModel, 'firstName' | 'count'>,
  say: (text: string) => void,
) {
  let announced: 'nothing' | 'start' | 'end' = 'nothing';
  /** The question that was announced last. */
  let asked: Question | null = null;

  function tellStart(): void {
    // It continues after its end.
    if (announced === 'end') announced = 'start';
    const name = announced === 'nothing' ? model.firstName() : null;
    if (name === null) return;
    announced = 'start';
    say(badgeTexts.toolRuns(name));
  }

  function tellEnd(shown: boolean, late: boolean): void {
    if (announced === 'end' || (!shown && !late)) return;
    announced = 'end';
    if (!late) say(announceEnd(model.count()));
  }

  return {
    /**
     * Call after each change.
     * @param state.endedAt null while the reply runs
     * @param state.now same clock
     */
    update({
      shown,
      endedAt,
      now,
    }: {
      readonly shown: boolean;
      readonly endedAt: number | null;
      readonly now: number;
    }): void {
      if (endedAt !== null) tellEnd(shown, now - endedAt > LATE);
      else if (shown) tellStart();
    },
    /** Call with each draw. @param question what the agent asks; null for nothing */
    ask(question: Question | null): void {
      if (question && question.requestId !== asked?.requestId) say(asksSentence(question));
      asked = question;
    },
  };
}
