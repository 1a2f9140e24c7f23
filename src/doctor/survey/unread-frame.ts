import type { Place, Sightings } from '../sightings.ts';

export interface Unread extends Place {
  readonly id: 'data-not-json' | 'no-frames';
}

/** Holds a frame that cannot be read. Whether it was truncated is known once it proves to be the last one. */
export function createUnreadFrame(seen: Sightings) {
  let unread: Unread | null = null;

  return {
    hold(next: Unread): void {
      unread = next;
    },
    /** Another frame has come: reports the one that is held. */
    next(): void {
      if (unread) seen.add(unread.id, undefined, unread);
      unread = null;
    },
    /** @param endsWhole the last frame is certainly complete */
    end(endsWhole: boolean): void {
      if (unread) seen.add(isCutShort(unread, endsWhole) ? 'cut-frame' : unread.id, undefined, unread);
    },
  };
}

/** @returns whether the last frame of a body is truncated */
function isCutShort({ text, id }: Unread, endsWhole: boolean): boolean {
  if (id === 'no-frames') return !endsWhole && /^(?:da?t?a?|ev?e?n?t?)$/.test(text.trim());
  return !endsWhole || /^(?:data: ?)?[{[](?:.(?!\}\s*$))*$/s.test(text.trim());
}
