/** The replies of this page load, from their beginning until their badges are removed. */
import type { ReplyFinder } from '../../chat-uis/reply-finder.ts';
import type { ChatMessage } from '../../normalizer/open-webui/chat-event.ts';
import type { ReplyBadge } from './reply-badge.ts';

/** Replies kept at once, to bound a flooding page. */
const MAX_REPLIES = 20;

/** The order of replies. */
export interface Turn {
  /** Replies are numbered as they begin. */
  readonly number: number;
  /** The reply's place in its chat; null if unknown. */
  message: ChatMessage | null;
  /** Null while the reply runs. */
  endedAt: number | null;
  /** Another reply has begun since this one ended. */
  isFollowed: boolean;
}

export interface Reply extends Turn {
  readonly badge: ReplyBadge;
  /** Whether it contains a faked call. */
  faked: boolean;
}

export type Replies = ReturnType<typeof createReplies>;

/**
 * @param options.create creates the badges of a reply
 * @param options.reportFaked called when a call was faked in a message
 * @param options.now clock in milliseconds
 */
export function createReplies(options: {
  readonly finder: ReplyFinder;
  readonly create: (owner: Turn) => ReplyBadge;
  readonly reportFaked: (owner: Turn) => void;
  readonly now: () => number;
}) {
  const { finder, create, reportFaked, now } = options;
  /** In the order they began; at most MAX_REPLIES. */
  const replies = new Map<number, Reply>();
  /** The number of the reply that began last. */
  let newest = 0;

  function add(number: number, message: ChatMessage | null): void {
    const turn: Turn = { number, message, endedAt: null, isFollowed: false };
    const reply: Reply = Object.assign(turn, { badge: create(turn), faked: false });
    begin(turn, replies.values());
    reply.badge.begin(now());
    const surplus = replies.size < MAX_REPLIES ? null : leastWanted(replies.values());
    if (surplus) remove(surplus);
    replies.set(number, reply);
    if (!message) finder.begin(number);
  }

  function resume(reply: Reply): void {
    reply.endedAt = null;
    reply.isFollowed = false;
    reply.badge.resume();
    if (!reply.message) finder.begin(reply.number);
  }

  /** Moves the reply to its message, wherever it was before. */
  function name(reply: Reply, message: ChatMessage): void {
    reply.message = message;
    finder.forget(reply.number);
    reply.badge.replace();
    if (reply.faked) reportFaked(reply);
  }

  function remove(reply: Reply): void {
    reply.badge.leave();
    replies.delete(reply.number);
    finder.forget(reply.number);
  }

  function end(reply: Reply): void {
    reply.endedAt = now();
    reply.badge.end(reply.endedAt);
    finder.end(reply.number);
    if (reply.badge.isEmpty()) remove(reply);
  }

  /** Another hook goes on with a reply that one of an extension loaded before had begun to read. */
  function endEarlier({ messageId }: ChatMessage): void {
    for (const reply of replies.values()) {
      const isSame = reply.message?.messageId === messageId;
      if (reply.number < 0 && reply.endedAt === null && isSame) end(reply);
    }
  }

  return {
    /** Begins or continues a reply; see `Badges`. */
    start(number: number, message: ChatMessage | null): void {
      newest = Math.max(newest, number);
      if (message) endEarlier(message);
      const known = replies.get(number);
      if (!known) return add(number, message);
      if (message && !known.message) name(known, message);
      if (known.endedAt !== null) resume(known);
    },
    /** @returns null if it is not known, or not any more */
    get: (number: number): Reply | null => replies.get(number) ?? null,
    /**
     * Returns whether it would begin after all others: an earlier one that is not known is gone.
     */
    isNew: (number: number): boolean => number > newest,
    isEmpty: (): boolean => replies.size === 0,
    /** @returns all of them, in the order they began */
    all: (): Iterable<Reply> => replies.values(),
    /** @returns the badges at a message; null if there are none or they are empty */
    badgeAt(messageId: string): ReplyBadge | null {
      for (const { message, badge } of replies.values()) {
        if (message?.messageId === messageId && !badge.isEmpty()) return badge;
      }
      return null;
    },
    /** A call was faked in this reply. */
    markFaked(reply: Reply): void {
      if (reply.faked) return;
      reply.faked = true;
      reportFaked(reply);
    },
    end,
    /** Fades its badges out. */
    remove,
    clear: (): void => replies.clear(),
  };
}

/**
 * Begins a reply. Of replies that run side by side none follows another.
 * @param others all known replies
 */
export function begin(turn: Turn, others: Iterable<Turn>): void {
  for (const other of others)
    other.isFollowed ||= turn.number > other.number && other.endedAt !== null;
}

/**
 * @param turns in the order they began
 * @returns the one to drop if there are too many: the first that is over, or else the first; null
 * if there are none
 */
export function leastWanted<T extends Turn>(turns: Iterable<T>): T | null {
  const all = [...turns];
  return all.find(({ endedAt }) => endedAt !== null) ?? all[0] ?? null;
}
