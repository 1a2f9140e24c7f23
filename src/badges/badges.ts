/**
 * Shows tool progress beside the reply that it belongs to, and nowhere else: it never becomes part of the page's text.
 */
import { answerSameQuestion, replyById, textSample } from '../chat-uis/open-webui.ts';
import { createReplyAnchors } from '../chat-uis/reply-anchor.ts';
import type { ChatMessage } from '../normalizer/open-webui/chat-event.ts';
import type { Progress } from '../normalizer/progress/progress-types.ts';
import type { BadgePlace, BadgeStay } from '../settings/settings.ts';
import { createCorner } from './places/corner.ts';
import { createCornerPlacement } from './places/corner-placement.ts';
import { createFrames } from './frames.ts';
import { createKeptNotes } from './kept-notes.ts';
import type { FakedMessage } from './kept-notes.ts';
import { createMessagePlacement } from './places/message-placement.ts';
import { createPlacement } from './places/placement.ts';
import type { Placement } from './places/placement.ts';
import { createReplyBadge } from './reply-badge.ts';
import type { ReplyBadge } from './reply-badge.ts';
import { isShadowHost } from './look/shadow.ts';
import { STAY, timeLeft } from './stay.ts';
import { begin, isSuperseded, leastWanted } from './succession.ts';
import type { Turn } from './succession.ts';
import { watchTheme } from './look/theme-watch.ts';

/** Replies kept at once, to bound a flooding page. */
export const MAX_REPLIES = 20;

export interface Badges {
  /**
   * Begins a reply. Touches no DOM yet, but badges of finished replies may be removed (see `BadgeStay`). Called again
   * for the same reply when it continues after its end, or when its message becomes known.
   * @param message the reply's place in its chat: its badges are then shown there, or not at all while it is not on the
   * page
   * @param joined it may have begun before we listened, or part of it was missed
   */
  startReply(reply: number, message?: ChatMessage | null, joined?: boolean): void;
  /** Applies one change of one call; the same `call` again changes the same line. */
  progress(reply: number, progress: Progress): void;
  /** Passes on how its text begins, to find it in a page that marks its messages in no way we know. */
  beginning(reply: number, text: string): void;
  /** Passes on how its question begins, below which it will be in such a page. */
  question(reply: number, text: string): void;
  /** Ends the reply: calls still running are shown as ended, and all collapse into one line. */
  endReply(reply: number): void;
  /** Changes options, also for badges already shown; omitted ones keep their values. */
  set(change: Partial<BadgeChoices>): void;
  /** Replaces the list of messages known to contain a faked call, including those from before this page was loaded. */
  recall(faked: readonly FakedMessage[]): void;
}

export interface BadgeChoices {
  /** When the badges of a finished reply are removed. */
  readonly stay: BadgeStay;
  /** Beside the reply, or always in the page's corner. */
  readonly place: BadgePlace;
  /** If false, nothing of ours is in the page; reports on replies are kept, for when badges are switched on again. */
  readonly imitation: boolean;
  /** When aborted, everything is removed at once. */
  readonly shown: boolean;
}

export interface BadgeOptions extends BadgeChoices {
  /** Aborted: everything is removed at once. */
  readonly signal: AbortSignal;
  /** Clock in milliseconds. */
  readonly now?: () => number;
  /** Called when somebody asks to clean the chat of this message. If undefined, that is not offered. */
  readonly onClean?: (message: ChatMessage) => void;
  /** The stored chat that the page shows, according to its address; null for none. */
  readonly openChat?: () => string | null;
  /**
   * Called when a call was faked in this message, or the note about it was dismissed or restored.
   * @param dismissed null: nobody has pressed anything
   */
  readonly onFaked?: (message: string, dismissed: boolean | null) => void;
}

interface Reply extends Turn {
  readonly badge: ReplyBadge;
  message: ChatMessage | null;
  endedAt: number | null;
  /** Whether it contains a faked call. */
  faked: boolean;
  /** It ended before its element was found: any element found later belongs to another reply. */
  homeless: boolean;
  /** Not removed before this time: somebody is reading. */
  keptUntil: number;
}

/** @param document the page's document */
export function createBadges(document: Document, options: BadgeOptions): Badges {
  const { signal, onClean, onFaked, openChat = () => null, now = () => performance.now() } = options;
  const view = document.defaultView;
  if (!view) throw new Error('Badges need a document that is shown in a window.');
  let { stay, place, imitation, shown } = options;
  /** In the order they began; at most MAX_REPLIES. */
  const replies = new Map<number, Reply>();
  const anchors = createReplyAnchors(document, { isOurs: isShadowHost, now, signal });
  const corner = createCorner(document);
  const frames = createFrames(view, work, signal);
  const observer = new MutationObserver((records) => {
    anchors.observe(records);
    request();
  });
  const keptNotes = createKeptNotes({ isShown: (id) => replyById(document, id) !== null, badgeOf, create: keptBadge });
  /** Stops watching the page; null while it is not watched. */
  let watching: AbortController | null = null;
  let coloursDue = false;

  signal.addEventListener(
    'abort',
    () => {
      hide();
      replies.clear();
    },
    { once: true },
  );

  function startReply(number: number, message: ChatMessage | null = null, joined = false): void {
    if (signal.aborted) return;
    const known = replies.get(number);
    if (known) goOn(known, message);
    else add(number, message);
    if (joined) replies.get(number)?.badge.join();
    request();
  }

  function request(): void {
    if (shown) frames.request();
  }

  function add(number: number, message: ChatMessage | null): void {
    const badge = createBadge(() => reply);
    const reply: Reply = {
      number,
      message,
      badge,
      endedAt: null,
      faked: false,
      homeless: false,
      next: null,
      keptUntil: 0,
    };
    begin(reply, replies.values());
    const surplus = replies.size < MAX_REPLIES ? null : leastWanted(replies.values());
    if (surplus) remove(surplus);
    replies.set(number, reply);
    if (!message) anchors.begin(number);
  }

  function createBadge(of: () => Pick<Reply, 'number' | 'message'>): ReplyBadge {
    return createReplyBadge(document, {
      placementOf: (host, since) => placementOf(of(), host, since ?? now()),
      say: corner.announce,
      touched: request,
      warns: () => imitation,
      cleaner: () => cleanerOf(of()),
      dismissed: (dismissed) => reportFaked(of(), dismissed),
    });
  }

  /** Creates badges for a message of which only the id is known. */
  function keptBadge(messageId: string): ReplyBadge {
    return createBadge(() => ({ number: 0, message: { chatId: openChat() ?? '', messageId } }));
  }

  /** @returns the badges of a reply of this page load at a message; null if there are none or they are empty */
  function badgeOf(messageId: string): ReplyBadge | null {
    for (const { message, badge } of replies.values()) {
      if (message?.messageId === messageId && !badge.isEmpty()) return badge;
    }
    return null;
  }

  function reportFaked({ message }: Pick<Reply, 'message'>, dismissed: boolean | null): void {
    if (message && imitation) onFaked?.(message.messageId, dismissed);
  }

  function goOn(reply: Reply, message: ChatMessage | null): void {
    if (message && !reply.message) name(reply, message);
    if (reply.endedAt === null) return;
    reply.endedAt = null;
    reply.next = null;
    reply.badge.resume();
    if (!reply.message) anchors.begin(reply.number);
  }

  /** Moves the reply to its message, wherever it was before. */
  function name(reply: Reply, message: ChatMessage): void {
    reply.message = message;
    begin(reply, replies.values());
    anchors.forget(reply.number);
    reply.badge.replace();
    if (reply.faked) reportFaked(reply, null);
  }

  function cleanerOf({ message }: Pick<Reply, 'message'>): (() => void) | null {
    return message?.chatId && onClean ? () => onClean(message) : null;
  }

  function placementOf(
    { number, message }: Pick<Reply, 'number' | 'message'>,
    host: HTMLElement,
    since: number,
  ): Placement {
    const find = message ? () => replyById(document, message.messageId) : () => anchors.find(number);
    if (place === 'corner') return createCornerPlacement(host, { corner, find, named: message !== null });
    if (!message) return createPlacement(number, host, { anchors, corner, now: since });
    return createMessagePlacement(host, { find, sampleOf: textSample });
  }

  function progress(number: number, change: Progress): void {
    if (!replies.has(number)) startReply(number);
    const reply = replies.get(number);
    if (!reply || reply.endedAt !== null) return;
    watch();
    reply.badge.apply(change, now());
    if (change.provenance === 'imitated' && !reply.faked) {
      reply.faked = true;
      reportFaked(reply, null);
    }
    request();
  }

  function beginning(number: number, text: string): void {
    if (!replies.has(number)) return;
    anchors.expect(number, text);
    request();
  }

  function question(number: number, text: string): void {
    if (!replies.has(number)) return;
    anchors.expectBelow(number, text);
    request();
  }

  function endReply(number: number): void {
    const reply = replies.get(number);
    if (!reply || reply.endedAt !== null) return;
    reply.endedAt = now();
    reply.badge.end(reply.endedAt);
    if (!shown && !reply.message && !reply.badge.isEmpty()) reply.homeless = anchors.find(number) === null;
    anchors.end(number);
    if (reply.badge.isEmpty()) remove(reply);
    request();
  }

  /** Pages that never show a badge are never watched. */
  function watch(): void {
    if (watching || !shown) return;
    watching = new AbortController();
    // If ids or texts change without a new element, another message has taken its place.
    observer.observe(document, {
      childList: true,
      characterData: true,
      subtree: true,
      attributes: true,
      attributeFilter: ['id'],
    });
    view?.addEventListener('resize', frames.request, { signal });
    view?.addEventListener('scroll', frames.request, { signal, capture: true, passive: true });
    watchTheme(
      document,
      () => {
        coloursDue = true;
        request();
      },
      watching.signal,
    );
  }

  function hide(): void {
    observer.disconnect();
    watching?.abort();
    watching = null;
    for (const reply of replies.values()) {
      reply.homeless = reply.endedAt !== null && reply.badge.place()?.corner !== false;
      reply.badge.remove();
    }
    keptNotes.remove();
    corner.remove();
    frames.requestIn(null);
  }

  function show(): void {
    for (const reply of replies.values()) {
      if (reply.message || reply.endedAt === null) continue;
      if (reply.homeless || !anchors.find(reply.number)?.isConnected) remove(reply);
    }
    if (replies.size > 0 || !keptNotes.isEmpty()) watch();
  }

  function recall(faked: readonly FakedMessage[]): void {
    if (signal.aborted) return;
    keptNotes.set(faked);
    if (!keptNotes.isEmpty()) watch();
    request();
  }

  function work(): void {
    if (!shown) return;
    const at = now();
    const dates: (number | null)[] = [];
    if (watching) corner.keep();
    // First, because what is known of a message may change the badges of its reply.
    if (imitation) keptNotes.draw(at, coloursDue);
    else keptNotes.remove();
    for (const reply of replies.values()) {
      if (leavesNow(reply, at, dates)) remove(reply);
      else dates.push(...reply.badge.draw(at, coloursDue));
    }
    if (watching) dates.push(corner.settle(at));
    coloursDue = false;
    const due = dates.filter((date) => date !== null);
    frames.requestIn(due.length > 0 ? Math.min(...due) : null);
  }

  function leavesNow(reply: Reply, at: number, dates: (number | null)[]): boolean {
    if (reply.endedAt === null || reply.badge.warns()) return false;
    const corner = reply.badge.place()?.corner === true;
    const superseded = isSuperseded(reply, (earlier, later) => answerSameQuestion(document, earlier, later));
    // When the next reply has begun, an element that reappears in its place is another reply.
    if (superseded && reply.badge.isGone()) return true;
    const left = timeLeft(stay, { endedAt: reply.endedAt, superseded, corner }, at);
    if (left === null) return false;
    const byTime = stay === '10-seconds' && !superseded;
    if (left === 0 && byTime && reply.badge.inUse()) reply.keptUntil = at + STAY;
    const wait = Math.max(left, byTime ? reply.keptUntil - at : 0);
    if (wait > 0) dates.push(wait);
    return wait <= 0;
  }

  function remove(reply: Reply): void {
    reply.badge.leave();
    replies.delete(reply.number);
    anchors.forget(reply.number);
  }

  function set(change: Partial<BadgeChoices>): void {
    const before = place;
    const wasShown = shown;
    ({ stay = stay, place = place, imitation = imitation, shown = shown } = change);
    if (wasShown && !shown) hide();
    if (!wasShown && shown) show();
    function renew(badge: ReplyBadge): void {
      if (place === before) badge.refresh();
      else badge.replace();
    }
    for (const { badge } of replies.values()) renew(badge);
    keptNotes.each(renew);
    request();
  }

  return { startReply, progress, beginning, question, endReply, set, recall };
}
