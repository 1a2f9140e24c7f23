/** The badges of one reply: its model, its element, and the placement of that. */
import type { Note, Progress, Question } from '../../normalizer/progress/progress-types.ts';
import { createBadgeBox, type BadgeBox } from '../box/badge-box.ts';
import type { Place, Placement } from '../placement.ts';
import { announceEnd, asksSentence, badgeTexts } from '../texts.ts';
import { createReplyModel, type ReplyModel } from './reply-model.ts';

export type ReplyBadge = ReturnType<typeof createReplyBadge>;

export interface ReplyBadgeOptions {
  /**
   * Called with the first draw, with the time since when there is something to show; by `replace` and after `remove`, with
   * the current time.
   */
  readonly placementOf: (host: HTMLElement, since: number | null) => Placement;
  /** Announces a sentence to screen readers. */
  readonly say: (text: string) => void;
  /** Called when a button was pressed: `draw` is due. */
  readonly touched: () => void;
  /** Called with every draw: whether faked calls are warned about. */
  readonly warns: () => boolean;
  /** Called with every draw: returns a function that cleans the reply's chat; null if that cannot be offered. */
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
  /** Since when there is something to show; null if there is nothing. */
  let begunAt: number | null = null;
  /** Created with the first draw: most replies of a flooding page are gone by then. */
  let shown: { readonly box: BadgeBox; placement: Placement } | null = null;
  let removed = false;
  /** The question that was announced last. */
  let announced: Question | null = null;
  /** The model changed since it was rendered. */
  let dirty = false;
  let endedAt: number | null = null;

  function show(): NonNullable<typeof shown> {
    const box = createBadgeBox(document, {
      onToggle: () => touch(model.toggle),
      onDismiss: dismiss,
      onClean: () => cleaner()?.(),
      onDeny: denied,
      onLook: looked,
    });
    const placement = placementOf(box.host, removed ? null : begunAt);
    if (endedAt !== null) placement.end(endedAt);
    return { box, placement };
  }

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
    dirty = true;
    touched();
  }

  function setEnd(at: number | null): void {
    endedAt = at;
    dirty = true;
    shown?.placement.end(at);
  }

  function draw(now: number, repaint: boolean): (number | null)[] {
    if (begunAt === null) return [];
    const { box, placement } = (shown ??= show());
    const moved = placement.update(now);
    const place = placement.place();
    voice.update({ shown: place !== null, endedAt, now });
    // While it is out of sight nothing ticks.
    if (!place) return [placement.due(now)];
    if (moved || repaint) box.paint(place);
    const view = model.view(now);
    const asked = view.lines.find(({ question }) => question)?.question ?? null;
    if (asked && asked.requestId !== announced?.requestId) say(asksSentence(asked));
    announced = asked;
    if (dirty || moved || view.nextTick !== null)
      box.render({ ...view, faked: warns() ? view.faked : null }, { clean: cleaner() !== null });
    dirty = false;
    return [view.nextTick, placement.due(now)];
  }

  return {
    /** The reply has begun. */
    begin: model.begin,
    /** Applies one change of one call. The elements are created with the first draw after it: most replies have none. */
    apply(change: Progress, now: number): void {
      model.apply(change, now);
      dirty = true;
      begunAt ??= now;
    },
    /** Takes what the agent says of the reply. */
    note(note: Note, now: number): void {
      model.note(note, now);
      dirty = true;
      begunAt ??= now;
    },
    /** Ends the reply. */
    end(now: number): void {
      model.end(now);
      setEnd(now);
    },
    /** Continues the reply after its end. */
    resume(): void {
      model.resume();
      setEnd(null);
    },
    /** The reply may have begun before we listened, or part of it was missed. */
    join(): void {
      model.join();
      dirty = true;
    },
    /** Takes another placement, because more is known of the reply. */
    replace(): void {
      if (!shown) return;
      shown.box.host.remove();
      shown.placement = placementOf(shown.box.host, null);
      shown.placement.end(endedAt);
      dirty = true;
    },
    /** Call when an option has changed. */
    refresh(): void {
      dirty = true;
    },
    /**
     * Places and draws everything as it is now.
     * @param repaint the page has changed its colours
     * @returns milliseconds until the next changes by itself; nulls are ignored
     */
    draw,
    /** Whether there was never anything to show. */
    isEmpty: (): boolean => begunAt === null,
    /** Null while it is nowhere. */
    place: (): Place | null => shown?.placement.place() ?? null,
    /** Whether the page has removed the reply after its end, and not restored it. */
    isGone: (): boolean => shown?.placement.isGone() ?? false,
    /** Whether it warns of a faked call, and nobody has dismissed that yet. */
    warns: (): boolean => warns() && model.view(0).faked?.dismissed === false,
    /**
     * Restores the note about a faked call known from before. @param isDismissed it was dismissed, so that only its mark is
     * shown
     */
    recallFaked(isDismissed: boolean, now: number): void {
      model.recallFaked(isDismissed);
      dirty = true;
      begunAt ??= now;
    },
    /** Fades out. */
    leave: (): void => shown?.box.leave(),
    /** Removes it at once; the next draw shows it again. */
    remove(): void {
      shown?.box.host.remove();
      shown = null;
      removed = dirty = true;
    },
  };
}

/** Milliseconds after its end in which a reply that becomes visible is still announced. */
export const LATE = 2000;

/**
 * What a screen reader says of one reply: its first tool, and its end. Only while it is visible.
 * @param say says one sentence
 */
export function createReplyVoice(
  model: Pick<ReplyModel, 'firstName' | 'count'>,
  say: (text: string) => void,
) {
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
    /** Call after each change. @param state.endedAt null while the reply runs @param state.now same clock */
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
  };
}
