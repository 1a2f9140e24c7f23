/**
 * Notes about faked calls known from before this page was loaded, or from another tab. Each is
 * shown at its message while the page shows that, together with the other badges of the reply if
 * there are any.
 */
import type { ReplyBadge } from './reply/reply-badge.ts';

/** A message in which a call was faked. */
export interface FakedMessage {
  /** Its id in the chat page. */
  readonly message: string;
  /** The note about it was dismissed: only the mark that restores it is shown. */
  readonly dismissed: boolean;
}

export type KeptNotes = ReturnType<typeof createKeptNotes>;

/** A note known from before is not announced: its reply ended before anybody listened. */
const LONG_AGO = Number.NEGATIVE_INFINITY;

/**
 * @param options.isShown whether the page shows that message
 * @param options.badgeOf the badges already shown beside that message; null for none
 * @param options.create creates badges at that message
 */
export function createKeptNotes(options: {
  readonly isShown: (message: string) => boolean;
  readonly badgeOf: (message: string) => ReplyBadge | null;
  readonly create: (message: string) => ReplyBadge;
}) {
  const { isShown, badgeOf, create } = options;
  let known: readonly FakedMessage[] = [];
  /** By message; only those that the page shows. */
  const notes = new Map<string, ReplyBadge>();
  /**
   * The last state passed to each badge. What a person does at the badge arrives through `set`,
   * maybe after the next thing they do.
   */
  const passed = new Map<string, { readonly badge: ReplyBadge; readonly dismissed: boolean }>();

  function drop(message: string): void {
    notes.get(message)?.remove();
    notes.delete(message);
    passed.delete(message);
  }

  function tell(badge: ReplyBadge, { message, dismissed }: FakedMessage, now: number): void {
    const before = passed.get(message);
    if (before?.badge === badge && before.dismissed === dismissed) return;
    passed.set(message, { badge, dismissed });
    badge.recallFaked(dismissed, now);
  }

  function draw(now: number, repaint: boolean): void {
    for (const faked of known) {
      const { message } = faked;
      const own = badgeOf(message);
      if (own) {
        notes.get(message)?.remove();
        notes.delete(message);
        tell(own, faked, now);
      } else if (isShown(message)) {
        const note = notes.get(message) ?? create(message);
        if (!notes.has(message)) note.end(LONG_AGO);
        notes.set(message, note);
        tell(note, faked, now);
        note.draw(now, repaint);
      } else {
        drop(message);
      }
    }
  }

  return {
    /** Replaces what was known before. */
    set(faked: readonly FakedMessage[]): void {
      const messages = new Set(faked.map(({ message }) => message));
      for (const { message } of known) if (!messages.has(message)) drop(message);
      known = faked;
    },
    isEmpty: (): boolean => known.length === 0,
    /** Places and draws everything as it is now. @param repaint the page has changed its colours */
    draw,
    /** Applies `change` to the badges of all notes. */
    each(change: (badge: ReplyBadge) => void): void {
      for (const note of notes.values()) change(note);
    },
    /** Removes all of them from the page; the next draw shows them again. */
    remove(): void {
      for (const { message } of known) drop(message);
    },
  };
}
