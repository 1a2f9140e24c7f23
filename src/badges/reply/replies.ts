/** The replies of this page load, from their beginning until their badges are removed. */
import type { ReplyAnchors } from '../../chat-uis/reply-anchor.ts';
import type { ChatMessage } from '../../normalizer/open-webui/chat-event.ts';
import type { BadgeMaker } from '../badge-maker.ts';
import type { ReplyBadge } from './reply-badge.ts';
import { begin, leastWanted } from './succession.ts';
import type { Turn } from './succession.ts';

/** Replies kept at once, to bound a flooding page. */
export const MAX_REPLIES = 20;

export interface Reply extends Turn {
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

export interface Replies {
  /** Begins or continues a reply; see `Badges`. */
  start(number: number, message: ChatMessage | null): void;
  /** @returns null if it is not known, or not any more */
  get(number: number): Reply | null;
  /** @returns all of them, in the order they began */
  all(): Iterable<Reply>;
  /** @returns the badges at a message; null if there are none or they are empty */
  badgeAt(messageId: string): ReplyBadge | null;
  /** A call was faked in this reply. */
  markFaked(reply: Reply): void;
  /** @param shown whether badges are shown at all: if not, its element has to be found now or never */
  end(reply: Reply, shown: boolean): void;
  /** Fades its badges out. */
  remove(reply: Reply): void;
  clear(): void;
}

/** @param options.now clock in milliseconds */
export function createReplies(options: {
  readonly anchors: ReplyAnchors;
  readonly maker: BadgeMaker;
  readonly now: () => number;
}): Replies {
  const { anchors, maker, now } = options;
  /** In the order they began; at most MAX_REPLIES. */
  const replies = new Map<number, Reply>();

  function add(number: number, message: ChatMessage | null): void {
    const badge = maker.create(() => reply);
    const reply = newReply(number, message, badge);
    begin(reply, replies.values());
    const surplus = replies.size < MAX_REPLIES ? null : leastWanted(replies.values());
    if (surplus) remove(surplus);
    replies.set(number, reply);
    if (!message) anchors.begin(number);
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
    if (reply.faked) maker.reportFaked(reply, null);
  }

  function remove(reply: Reply): void {
    reply.badge.leave();
    replies.delete(reply.number);
    anchors.forget(reply.number);
  }

  return {
    start(number, message) {
      const known = replies.get(number);
      if (known) goOn(known, message);
      else add(number, message);
    },
    get: (number) => replies.get(number) ?? null,
    all: () => replies.values(),
    badgeAt(messageId) {
      for (const { message, badge } of replies.values()) {
        if (message?.messageId === messageId && !badge.isEmpty()) return badge;
      }
      return null;
    },
    markFaked(reply) {
      if (reply.faked) return;
      reply.faked = true;
      maker.reportFaked(reply, null);
    },
    end(reply, shown) {
      reply.endedAt = now();
      reply.badge.end(reply.endedAt);
      if (!shown && !reply.message && !reply.badge.isEmpty()) reply.homeless = anchors.find(reply.number) === null;
      anchors.end(reply.number);
      if (reply.badge.isEmpty()) remove(reply);
    },
    remove,
    clear: () => replies.clear(),
  };
}

function newReply(number: number, message: ChatMessage | null, badge: ReplyBadge): Reply {
  return { number, message, badge, endedAt: null, faked: false, homeless: false, next: null, keptUntil: 0 };
}
