import type { ChatMessage } from './chat-event.ts';
import type { SocketReply } from './socket-reply.ts';

/** The replies of one socket. Beyond a limit, the one least recently updated is dropped. */
export interface RecentReplies {
  /** @returns the reply of a message, which is created if it is not known */
  of(message: ChatMessage): SocketReply;
  /** @returns the reply of a message, if it is known */
  known(messageId: string): SocketReply | undefined;
  all(): Iterable<SocketReply>;
}

const MAX_REPLIES = 100;

export function createRecentReplies(create: (message: ChatMessage) => SocketReply): RecentReplies {
  /** By message id, the most recently updated last. */
  const replies = new Map<string, SocketReply>();

  /**
   * Deletes one reply, only when needed: in Firefox every iterator of a Map slows its deletions until it is collected,
   * to 70 µs an event.
   */
  function forgetOldest(): void {
    for (const [oldest, forgotten] of replies) {
      replies.delete(oldest);
      forgotten.end();
      return;
    }
  }

  return {
    of(message) {
      const { messageId } = message;
      const reply = replies.get(messageId) ?? create(message);
      replies.delete(messageId);
      replies.set(messageId, reply);
      if (replies.size > MAX_REPLIES) forgetOldest();
      return reply;
    },
    known: (messageId) => replies.get(messageId),
    all: () => replies.values(),
  };
}
