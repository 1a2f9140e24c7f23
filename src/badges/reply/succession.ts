/** Which reply is the next message after which. Pure. */
import type { ChatMessage } from '../../normalizer/open-webui/chat-event.ts';

/** The part of a reply that this needs. */
export interface Turn {
  /** Replies are numbered as they begin. */
  readonly number: number;
  /** The reply's place in its chat; null if unknown. */
  readonly message: ChatMessage | null;
  /** Null while the reply runs. */
  readonly endedAt: number | null;
  /** The last reply that began since this one ended, if it may be the next message. */
  next: Turn | null;
}

/**
 * Begins a reply. Of replies that run side by side none is the next message of another; nor is one of another chat.
 * @param others all known replies
 */
export function begin(turn: Turn, others: Iterable<Turn>): void {
  for (const other of others) {
    const later = turn.number > other.number && other.endedAt !== null;
    if (later && (!other.message || other.message.chatId === turn.message?.chatId)) other.next = turn;
  }
}

/**
 * @param answerSameQuestion whether the page shows the first two as replies to one question; null if it does not tell
 * @returns whether there is a next message. For two in the same chat it reads the page, so call it again later.
 */
export function isSuperseded(
  { message, next }: Turn,
  answerSameQuestion: (earlier: ChatMessage, later: ChatMessage) => boolean | null,
): boolean {
  if (!next) return false;
  return !message || !next.message || answerSameQuestion(message, next.message) === false;
}

/**
 * @param turns in the order they began
 * @returns the one to drop if there are too many: the first that is over, or else the first; null if there are none
 */
export function leastWanted<T extends Turn>(turns: Iterable<T>): T | null {
  let oldest: T | null = null;
  for (const turn of turns) {
    if (turn.endedAt !== null) return turn;
    oldest ??= turn;
  }
  return oldest;
}
