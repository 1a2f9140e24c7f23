/** Shows tool progress beside the reply it belongs to, and nowhere else: nothing of it becomes part of the page's text. */
import { createReplyAnchors } from '../chat-uis/reply-anchor.ts';
import type { Progress } from '../normalizer/types.ts';
import type { BadgeStay } from '../sites/messages.ts';
import { createBadgeBox } from './badge-box.ts';
import type { BadgeBox } from './badge-box.ts';
import { createCorner } from './corner.ts';
import { createFrames } from './frames.ts';
import { createPlacement } from './placement.ts';
import type { Placement } from './placement.ts';
import { createReplyModel } from './reply-model.ts';
import type { ReplyModel } from './reply-model.ts';
import { STAY, timeLeft } from './stay.ts';
import { announceEnd, announceStart } from './texts.ts';
import { watchTheme } from './theme-watch.ts';

/** Replies kept at once; a flooding page gets no further. */
export const MAX_REPLIES = 20;

export interface Badges {
  /** A stream began. Touches no DOM yet, but finished replies may go (see `BadgeStay`). */
  startReply(reply: number): void;
  /** One change of one call; the same `call` again changes the same line. */
  progress(reply: number, progress: Progress): void;
  /** The reply is over: calls still running show as ended, all collapse into one line. */
  endReply(reply: number): void;
  setStay(stay: BadgeStay): void;
}

interface Reply {
  readonly model: ReplyModel;
  /** Made with the first progress: most replies have none. */
  shown: { readonly box: BadgeBox; readonly placement: Placement } | null;
  announced: boolean;
  endedAt: number | null;
  /** Another reply has begun since it ended. */
  superseded: boolean;
  /** The model changed since it was rendered. */
  dirty: boolean;
  /** Not before this time: somebody is reading. */
  keptUntil: number;
}

/**
 * @param document the page's document
 * @param options.stay when the badges of a finished reply go
 * @param options.signal aborted: everything is removed at once
 * @param options.now clock in milliseconds
 */
export function createBadges(
  document: Document,
  options: { stay: BadgeStay; signal: AbortSignal; now?: () => number },
): Badges {
  const { signal, now = () => performance.now() } = options;
  const view = document.defaultView;
  if (!view) throw new Error('Badges need a document that is shown in a window.');
  let { stay } = options;
  /** In the order they began; never longer than MAX_REPLIES. */
  const replies = new Map<number, Reply>();
  const anchors = createReplyAnchors(document, { signal });
  const corner = createCorner(document);
  const frames = createFrames(view, work, signal);
  const observer = new MutationObserver(() => frames.request());
  let watching = false;
  let coloursDue = false;

  signal.addEventListener(
    'abort',
    () => {
      observer.disconnect();
      for (const reply of replies.values()) reply.shown?.box.host.remove();
      replies.clear();
      corner.remove();
    },
    { once: true },
  );

  function startReply(number: number): void {
    if (signal.aborted || replies.has(number)) return;
    // Of replies that run side by side none is the next message of another.
    for (const reply of replies.values()) reply.superseded ||= reply.endedAt !== null;
    replies.set(number, {
      model: createReplyModel(),
      shown: null,
      announced: false,
      endedAt: null,
      superseded: false,
      dirty: false,
      keptUntil: 0,
    });
    anchors.begin(number);
    const [oldest] = replies.keys();
    if (replies.size > MAX_REPLIES && oldest !== undefined) remove(oldest);
    frames.request();
  }

  function progress(number: number, change: Progress): void {
    startReply(number);
    const reply = replies.get(number);
    if (!reply || reply.endedAt !== null) return;
    reply.model.apply(change, now());
    reply.dirty = true;
    reply.shown ??= show(number, reply);
    announceFirst(reply);
    frames.request();
  }

  function show(number: number, reply: Reply): Reply['shown'] {
    watch();
    function changed(change: () => void): void {
      change();
      reply.dirty = true;
      frames.request();
    }
    const box = createBadgeBox(document, {
      onToggle: () => changed(reply.model.toggle),
      onDismiss: () => changed(reply.model.dismissImitated),
    });
    return { box, placement: createPlacement(number, box.host, { anchors, corner, now: now() }) };
  }

  function announceFirst(reply: Reply): void {
    const name = reply.announced ? null : reply.model.firstName();
    if (name === null) return;
    reply.announced = true;
    corner.announce(announceStart(name));
  }

  function endReply(number: number): void {
    const reply = replies.get(number);
    if (!reply || reply.endedAt !== null) return;
    const at = now();
    reply.model.end(at);
    reply.endedAt = at;
    reply.dirty = true;
    anchors.end(number);
    const { tools, more, imitated } = reply.model.count();
    corner.announce(announceEnd(tools, more, imitated));
    if (!reply.shown) remove(number);
    reply.shown?.placement.end(at);
    frames.request();
  }

  /** Pages that never show a badge are never watched. */
  function watch(): void {
    if (watching) return;
    watching = true;
    observer.observe(document, { childList: true, subtree: true });
    watchTheme(
      document,
      () => {
        coloursDue = true;
        frames.request();
      },
      signal,
    );
  }

  function work(): void {
    const at = now();
    const dates: (number | null)[] = [];
    if (watching) corner.keep();
    for (const [number, reply] of replies) {
      if (leavesNow(reply, at, dates)) remove(number);
      else if (reply.shown) dates.push(...draw(reply, reply.shown, at));
    }
    coloursDue = false;
    const due = dates.filter((date) => date !== null);
    frames.requestIn(due.length > 0 ? Math.min(...due) : null);
  }

  function draw(reply: Reply, { box, placement }: NonNullable<Reply['shown']>, at: number): (number | null)[] {
    const state = reply.model.view(at);
    const moved = placement.update(at);
    const place = placement.place();
    if (place && (moved || coloursDue)) box.paint(place.element, place.corner);
    if (reply.dirty || moved || state.nextTick !== null) box.render(state);
    reply.dirty = false;
    return [state.nextTick, placement.due(at)];
  }

  function leavesNow(reply: Reply, at: number, dates: (number | null)[]): boolean {
    if (reply.endedAt === null) return false;
    const corner = reply.shown?.placement.place()?.corner === true;
    const left = timeLeft(stay, { endedAt: reply.endedAt, superseded: reply.superseded, corner }, at);
    if (left === null) return false;
    const byTime = stay === '10-seconds' && !reply.superseded;
    if (left === 0 && byTime && reply.shown?.box.inUse()) reply.keptUntil = at + STAY;
    const wait = Math.max(left, byTime ? reply.keptUntil - at : 0);
    if (wait > 0) dates.push(wait);
    return wait <= 0;
  }

  function remove(number: number): void {
    replies.get(number)?.shown?.box.leave();
    replies.delete(number);
    anchors.forget(number);
  }

  return {
    startReply,
    progress,
    endReply,
    setStay(next) {
      stay = next;
      frames.request();
    },
  };
}
