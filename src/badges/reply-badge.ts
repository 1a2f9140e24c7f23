/** The badges of one reply: what is known of its tools, what of it is drawn, and where that stands. */
import type { Progress } from '../normalizer/progress/progress-types.ts';
import { createBadgeBox } from './badge-box.ts';
import type { BadgeBox } from './badge-box.ts';
import { copyText } from './copy.ts';
import type { Placement } from './places/placement.ts';
import type { Place } from './places/content-place.ts';
import { createReplyModel } from './reply-model.ts';
import { createReplyVoice } from './reply-voice.ts';
import { badgeTexts } from './texts.ts';

export interface ReplyBadge {
  /** One change of one call. With the first drawing after it come the elements: most replies have none. */
  apply(change: Progress, now: number): void;
  /** The reply is over. */
  end(now: number): void;
  /** The reply goes on after its end. */
  resume(): void;
  /** The reply may have begun before we listened, or part of it was missed. */
  join(): void;
  /** Takes another placement: what is known of the reply, or where badges are to stand, has changed. */
  replace(): void;
  /** What is asked for by the options has changed. */
  refresh(): void;
  /**
   * Puts and draws everything as it is now.
   * @param repaint the page has changed its colours
   * @returns milliseconds until the next change by itself, several dates or nulls
   */
  draw(now: number, repaint: boolean): (number | null)[];
  /** Nothing was ever to be shown. */
  isEmpty(): boolean;
  /** Null while nowhere. */
  place(): Place | null;
  /** The page has removed the reply after its end, and not brought it back. */
  isGone(): boolean;
  /** Somebody has the pointer or the focus on it. */
  inUse(): boolean;
  /** It warns of a faked call, and nobody has dismissed that yet. */
  warns(): boolean;
  /** A call was faked, as is known from before. @param dismissed the note was dismissed, so that only its mark is shown */
  recallFaked(dismissed: boolean, now: number): void;
  /** Fades out. */
  leave(): void;
  /** Is gone at once; the next drawing shows it again. */
  remove(): void;
}

/**
 * @param options.placementOf asked with the first drawing, with the time since when there is something to place; by `replace` and after `remove`, from now on
 * @param options.say says a sentence to those who listen
 * @param options.touched a button was pressed: `draw` is due
 * @param options.warns asked with every drawing: calls that the model only wrote down are pointed out
 * @param options.cleaner asked likewise: cleans the reply's chat; null where that cannot be offered
 * @param options.dismissed the note about a faked call was dismissed, or brought back
 */
export function createReplyBadge(
  document: Document,
  options: {
    readonly placementOf: (host: HTMLElement, since: number | null) => Placement;
    readonly say: (text: string) => void;
    readonly touched: () => void;
    readonly warns: () => boolean;
    readonly cleaner: () => (() => void) | null;
    readonly dismissed: (dismissed: boolean) => void;
  },
): ReplyBadge {
  const { placementOf, say, touched, warns, cleaner, dismissed } = options;
  const model = createReplyModel();
  const voice = createReplyVoice({ firstName: model.firstName, count: countToTell }, say);
  /** Since when there is something to show; null while there is nothing. */
  let begunAt: number | null = null;
  /** Made with the first drawing: of the replies of a page that floods, most are gone by then. */
  let shown: { readonly box: BadgeBox; placement: Placement } | null = null;
  let removed = false;
  /** The model changed since it was rendered. */
  let dirty = false;
  let endedAt: number | null = null;

  function show(): NonNullable<typeof shown> {
    const box = createBadgeBox(document, {
      onCopy: copy,
      onToggle: () => touch(model.toggle),
      onDismiss: dismiss,
      onClean: () => cleaner()?.(),
    });
    const placement = placementOf(box.host, removed ? null : begunAt);
    if (endedAt !== null) placement.end(endedAt);
    return { box, placement };
  }

  function copy(name: string): boolean {
    const done = copyText(document, name);
    if (done) say(badgeTexts.copied);
    return done;
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
    // Out of sight nothing ticks.
    if (!place) return [placement.due(now)];
    if (moved || repaint) box.paint(place);
    const view = model.view(now);
    if (dirty || moved || view.nextTick !== null)
      box.render({ ...view, faked: warns() ? view.faked : null }, cleaner() !== null);
    dirty = false;
    return [view.nextTick, placement.due(now)];
  }

  return {
    apply(change, now) {
      model.apply(change, now);
      dirty = true;
      begunAt ??= now;
    },
    end(now) {
      model.end(now);
      setEnd(now);
    },
    resume() {
      model.resume();
      setEnd(null);
    },
    join() {
      model.join();
      dirty = true;
    },
    replace() {
      if (!shown) return;
      shown.box.host.remove();
      shown.placement = placementOf(shown.box.host, null);
      shown.placement.end(endedAt);
      dirty = true;
    },
    refresh() {
      dirty = true;
    },
    draw,
    isEmpty: () => begunAt === null,
    place: () => shown?.placement.place() ?? null,
    isGone: () => shown?.placement.isGone?.() ?? false,
    inUse: () => shown?.box.inUse() === true,
    warns: () => warns() && model.view(0).faked?.dismissed === false,
    recallFaked(isDismissed, now) {
      model.recallFaked(isDismissed);
      dirty = true;
      begunAt ??= now;
    },
    leave: () => shown?.box.leave(),
    remove() {
      shown?.box.host.remove();
      shown = null;
      removed = dirty = true;
    },
  };
}
