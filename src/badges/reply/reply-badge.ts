/** The badges of one reply: its model, what of it is in the page, and what is said of it. */
import type { Note, Progress, Question } from '../../normalizer/progress/progress-types.ts';
import { createReplyModel } from './reply-model.ts';
import { createReplyVoice } from './reply-voice.ts';
import { createShownBadge, type ShownBadgeOptions } from './shown-badge.ts';

export type ReplyBadge = ReturnType<typeof createReplyBadge>;

export interface ReplyBadgeOptions extends Pick<ShownBadgeOptions, 'placementOf'> {
  /** Announces a sentence to screen readers. */
  readonly say: (text: string) => void;
  /** Called when a button was pressed: `draw` is due. */
  readonly touched: () => void;
  /** Called with every draw: whether faked calls are warned about. */
  readonly warns: () => boolean;
  /**
   * Called with every draw: returns a function that cleans the reply's chat; null if that cannot be
   * offered.
   */
  readonly cleaner: () => (() => void) | null;
  /** Called when a person has denied what the agent asks. */
  readonly denied: (question: Question) => void;
  /** Called when a person wants to see the whole question. */
  readonly looked: (question: Question) => void;
  /** Called when the note about a faked call was dismissed or restored. */
  readonly dismissed: (dismissed: boolean) => void;
}

export function createReplyBadge(document: Document, options: ReplyBadgeOptions) {
  const { placementOf, say, touched, warns, cleaner, denied, looked, dismissed } = options;
  const model = createReplyModel();
  const voice = createReplyVoice({ firstName: model.firstName, count: countToTell }, say);
  const shown = createShownBadge(document, {
    buttons: {
      onToggle: () => touch(model.toggle),
      onDismiss: dismiss,
      onClean: () => cleaner()?.(),
      onDeny: denied,
      onLook: looked,
    },
    placementOf,
  });
  /** Since when there is something to show; null if there is nothing. */
  let begunAt: number | null = null;

  function dismiss(isDismissed: boolean): void {
    touch(() => model.dismissFaked(isDismissed));
    dismissed(isDismissed);
  }

  function countToTell(): ReturnType<typeof model.count> {
    const count = model.count();
    return { ...count, faked: count.faked && warns() };
  }

  function touch(change: () => void): void {
    change();
    shown.changed();
    touched();
  }

  /** There is something to show. */
  function shows(now: number): void {
    shown.changed();
    begunAt ??= now;
  }

  function draw(now: number, repaint: boolean): (number | null)[] {
    if (begunAt === null) return [];
    const isShown = shown.update(begunAt, now) !== null;
    voice.update({ shown: isShown, endedAt: shown.endedAt(), now });
    // While it is out of sight nothing ticks.
    if (!isShown) return [shown.due(now)];
    const view = model.view(now);
    voice.ask(view.lines.find(({ question }) => question)?.question ?? null);
    const offers = { clean: cleaner() !== null };
    shown.render({ ...view, faked: warns() ? view.faked : null }, offers, repaint);
    return [view.nextTick, shown.due(now)];
  }

  return {
    /** The reply has begun. */
    begin: model.begin,
    /**
     * Applies one change of one call. The elements are created with the first draw after it: most
     * replies have none.
     */
    apply(change: Progress, now: number): void {
      model.apply(change, now);
      shows(now);
    },
    /** Takes what the agent says of the reply. */
    note(note: Note, now: number): void {
      model.note(note, now);
      shows(now);
    },
    /** Ends the reply. */
    end(now: number): void {
      model.end(now);
      shown.end(now);
    },
    /** Continues the reply after its end. */
    resume(): void {
      model.resume();
      shown.end(null);
    },
    /** The reply may have begun before we listened, or part of it was missed. */
    join(): void {
      model.join();
      shown.changed();
    },
    /** Takes another placement, because more is known of the reply. */
    replace: shown.replace,
    /** Call when an option has changed. */
    refresh: shown.changed,
    /**
     * Places and draws everything as it is now.
     * @param repaint the page has changed its colours
     * @returns milliseconds until the next changes by itself; nulls are ignored
     */
    draw,
    /** Whether there was never anything to show. */
    isEmpty: (): boolean => begunAt === null,
    /** Null while it is nowhere. */
    place: shown.place,
    /** Whether the page has removed the reply after its end, and not restored it. */
    isGone: shown.isGone,
    /** Whether it warns of a faked call, and nobody has dismissed that yet. */
    warns: (): boolean => warns() && model.view(0).faked?.dismissed === false,
    /**
     * Restores the note about a faked call known from before.
     * @param isDismissed it was dismissed, so that only its mark is shown
     */
    recallFaked(isDismissed: boolean, now: number): void {
      model.recallFaked(isDismissed);
      shows(now);
    },
    /** Fades out. */
    leave: shown.leave,
    /** Removes it at once; the next draw shows it again. */
    remove: shown.remove,
  };
}
