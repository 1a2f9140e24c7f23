/** Which reply is the next message after which. Pure. */
import type { ChatMessage } from '../normalizer/open-webui/chat-event.ts';

/** What this needs to know of a reply. */
export interface Turn {
  /** Replies are numbered as they begin. */
  readonly number: number;
  /** What the reply is in its chat; null where that is not known. */
  readonly message: ChatMessage | null;
  /** Null while the reply runs. */
  readonly endedAt: number | null;
  /** The last reply that began since this one ended, where it may be the next message. */
  next: Turn | null;
}

/**
 * A reply began. Of replies that run side by side none is the next message of another; nor is one of another chat.
 * @param others all replies that are known
 */
export function begin(turn: Turn, others: Iterable<Turn>): void {
  for (const other of others) {
    const later = turn.number > other.number && other.endedAt !== null;
    if (later && (!other.message || other.message.chatId === turn.message?.chatId)) other.next = turn;
  }
}

/**
 * @param answerSameQuestion whether the page shows the first two as replies to one question; null when it does not tell
 * @returns whether there is a next message. Of two in the same chat it takes a look at the page, so ask again.
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
 * @returns the one to give up when there are too many: the first that is over, or else the first; null when there are none
 */
export function leastWanted<T extends Turn>(turns: Iterable<T>): T | null {
  let oldest: T | null = null;
  for (const turn of turns) {
    if (turn.endedAt !== null) return turn;
    oldest ??= turn;
  }
  return oldest;
}
