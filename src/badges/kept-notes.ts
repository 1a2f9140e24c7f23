/**
 * Notes about faked calls that are known from before this page was loaded, or from another tab. Where the page shows such a
 * message they are at it, with the other badges of that reply where it has any.
 */
import type { ReplyBadge } from './reply-badge.ts';

/** A message in which a call was faked. */
export interface FakedMessage {
  /** What the chat page calls it. */
  readonly message: string;
  /** The note about it was dismissed: only the mark that brings it back is shown. */
  readonly dismissed: boolean;
}

export interface KeptNotes {
  /** Puts these in place of what was known before. */
  set(faked: readonly FakedMessage[]): void;
  isEmpty(): boolean;
  /** Puts and draws everything as it is now. @param repaint the page has changed its colours */
  draw(now: number, repaint: boolean): void;
  /** What `change` does to a badge is done to all. */
  each(change: (badge: ReplyBadge) => void): void;
  /** Nothing of them is in the page any more; the next drawing shows them again. */
  remove(): void;
}

/** No note that is known from before is announced: it ended before anybody listened. */
const LONG_AGO = Number.NEGATIVE_INFINITY;

/**
 * @param options.isShown the page shows that message
 * @param options.badgeOf what shows tools beside that message already; null for nothing
 * @param options.create badges at that message
 */
export function createKeptNotes(options: {
  readonly isShown: (message: string) => boolean;
  readonly badgeOf: (message: string) => ReplyBadge | null;
  readonly create: (message: string) => ReplyBadge;
}): KeptNotes {
  const { isShown, badgeOf, create } = options;
  let known: readonly FakedMessage[] = [];
  /** By message: only of those that the page shows. */
  const notes = new Map<string, ReplyBadge>();
  /** What each badge was last told. What a person does at the badge comes back by `set`, maybe after the next thing they do. */
  const told = new Map<string, { readonly badge: ReplyBadge; readonly dismissed: boolean }>();

  function drop(message: string): void {
    notes.get(message)?.remove();
    notes.delete(message);
    told.delete(message);
  }

  function tell(badge: ReplyBadge, { message, dismissed }: FakedMessage, now: number): void {
    const before = told.get(message);
    if (before?.badge === badge && before.dismissed === dismissed) return;
    told.set(message, { badge, dismissed });
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
    set(faked) {
      const messages = new Set(faked.map(({ message }) => message));
      for (const { message } of known) if (!messages.has(message)) drop(message);
      known = faked;
    },
    isEmpty: () => known.length === 0,
    draw,
    each(change) {
      for (const note of notes.values()) change(note);
    },
    remove() {
      for (const { message } of known) drop(message);
    },
  };
}
