/** What a screen reader says of one reply: its first tool, and its end. Only while it is visible. */
import type { ReplyModel } from './reply-model.ts';
import { announceEnd, badgeTexts } from '../texts.ts';

/** Milliseconds after its end in which a reply that becomes visible is still announced. */
export const LATE = 2000;

export interface ReplyVoice {
  /** Call after each change. @param state.endedAt null while the reply runs @param state.now same clock */
  update(state: { readonly shown: boolean; readonly endedAt: number | null; readonly now: number }): void;
}

/** @param say says one sentence */
export function createReplyVoice(
  model: Pick<ReplyModel, 'firstName' | 'count'>,
  say: (text: string) => void,
): ReplyVoice {
  let announced: 'nothing' | 'start' | 'end' = 'nothing';

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
    update({ shown, endedAt, now }) {
      if (endedAt !== null) tellEnd(shown, now - endedAt > LATE);
      else if (shown) tellStart();
    },
  };
}
