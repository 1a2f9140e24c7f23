/** What of one reply's badges is in the page: their element, and the placement of that. */
import { createBadgeBox, type BadgeBox } from '../box/badge-box.ts';
import type { Place, Placement } from '../placement.ts';
import type { ReplyView } from './reply-model.ts';

export interface ShownBadgeOptions {
  /** What the buttons do. */
  readonly buttons: Parameters<typeof createBadgeBox>[1];
  /**
   * Called with the first draw, with the time since when there is something to show; by `replace`
   * and after `remove`, with null: the current time.
   */
  readonly placementOf: (host: HTMLElement, since: number | null) => Placement;
}

export function createShownBadge(document: Document, { buttons, placementOf }: ShownBadgeOptions) {
  /** Created with the first draw: most replies of a flooding page are gone by then. */
  let shown: { readonly box: BadgeBox; placement: Placement } | null = null;
  let removed = false;
  /** What it shows changed since it was rendered. */
  let dirty = false;
  /** It has moved since it was painted. */
  let moved = false;
  /** When the reply ended; null while it runs. */
  let endedAt: number | null = null;

  function place(host: HTMLElement, since: number | null): Placement {
    const placement = placementOf(host, since);
    placement.end(endedAt);
    return placement;
  }

  function create(since: number): NonNullable<typeof shown> {
    const box = createBadgeBox(document, buttons);
    return { box, placement: place(box.host, removed ? null : since) };
  }

  return {
    /** What it shows has changed. */
    changed(): void {
      dirty = true;
    },
    /** Ends the reply; null: it continues. */
    end(at: number | null): void {
      endedAt = at;
      dirty = true;
      shown?.placement.end(at);
    },
    endedAt: (): number | null => endedAt,
    /**
     * Moves it to where it belongs now.
     * @param since when there was something to show
     * @returns its place; null if it is out of sight
     */
    update(since: number, now: number): Place | null {
      shown ??= create(since);
      moved = shown.placement.update(now);
      return shown.placement.place();
    },
    /**
     * Shows what has changed, after `update`.
     * @param repaint the page has changed its colours
     */
    render(view: ReplyView, offers: { readonly clean: boolean }, repaint: boolean): void {
      const at = shown?.placement.place();
      if (!shown || !at) return;
      if (moved || repaint) shown.box.paint(at);
      if (dirty || moved || view.nextTick !== null) shown.box.render(view, offers);
      dirty = false;
    },
    /** Milliseconds until `update` is due by itself; null if only the page decides. */
    due: (now: number): number | null => shown?.placement.due(now) ?? null,
    /** Takes another placement. */
    replace(): void {
      if (!shown) return;
      shown.box.host.remove();
      shown.placement = place(shown.box.host, null);
      dirty = true;
    },
    /** Null while it is nowhere. */
    place: (): Place | null => shown?.placement.place() ?? null,
    /** Whether the page has removed the reply after its end, and not restored it. */
    isGone: (): boolean => shown?.placement.isGone() ?? false,
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
