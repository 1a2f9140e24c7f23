import type { Place, Sightings } from '../sightings.ts';

/** Holds a frame that cannot be read. Whether it was truncated is known once it proves to be the last one. */
export interface UnreadFrame {
  hold(unread: Unread): void;
  /** Another frame has come: reports the one that is held. */
  next(): void;
  /** @param endsWhole the last frame is certainly complete */
  end(endsWhole: boolean): void;
}

export interface Unread extends Place {
  readonly id: 'data-not-json' | 'no-frames';
}

export function createUnreadFrame(seen: Sightings): UnreadFrame {
  let unread: Unread | null = null;

  return {
    hold(next) {
      unread = next;
    },
    next() {
      if (unread) seen.add(unread.id, undefined, unread);
      unread = null;
    },
    end(endsWhole) {
      if (unread) seen.add(isCutShort(unread, endsWhole) ? 'cut-frame' : unread.id, undefined, unread);
    },
  };
}

/** @returns whether the last frame of a body is truncated */
function isCutShort({ text, id }: Unread, endsWhole: boolean): boolean {
  if (id === 'no-frames') return !endsWhole && /^(?:da?t?a?|ev?e?n?t?)$/.test(text.trim());
  return !endsWhole || /^(?:data: ?)?[{[](?:.(?!\}\s*$))*$/s.test(text.trim());
}
