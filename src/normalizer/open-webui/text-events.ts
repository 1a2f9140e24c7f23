import { arrayOf } from '../dialects/fields.ts';
import { isObject, type StringEdit } from '../json/json-edit.ts';
import { messageOf, readModelMessage, type ChatEvent, type ChatMessage } from './chat-event.ts';
import { isId } from './is-id.ts';
import { readReplyTexts, type ReplyTexts } from './reply-texts.ts';
import type { SocketReply } from './socket-reply.ts';
import { edit, type WholeTexts } from './whole-texts.ts';

/** Cleans events with text of a reply, which later events may continue. */
export interface TextEvents {
  /** Cleans an event with chunks or items of a model's reply. */
  completion(event: ChatEvent, payload: Record<string, unknown>): readonly StringEdit[];
  /**
   * Cleans text that tools and pipes append or replace on their own. A replaced text may also be an edit of the user's
   * own message, which no event announces, so it stays unless something has shown that the message is a reply.
   */
  written(event: ChatEvent, mode: 'append' | 'open'): readonly StringEdit[];
  /**
   * Cleans a message of a channel, and its copy of the message that it answers. It is sent as a whole each time, while it
   * grows and later.
   */
  channelMessage(event: ChatEvent): readonly StringEdit[];
}

/** @param isReply returns whether a message is known to be a reply; null if nothing is known */
export function createTextEvents(
  replies: Replies,
  wholes: WholeTexts,
  isReply: (message: ChatMessage) => boolean | null,
): TextEvents {
  function clean(event: ChatEvent, texts: ReplyTexts): readonly StringEdit[] {
    if (texts.texts.length === 0 && !texts.list && !texts.items?.length) return [];
    const values = replies.of(messageOf(event)).clean(texts);
    return texts.texts.flatMap(({ path, text }, i) => edit(path, text, values[i] ?? text));
  }

  return {
    completion(event, payload) {
      const message = messageOf(event);
      if (opensReply(payload)) replies.of(message).open();
      const edits = clean(event, readReplyTexts(payload));
      if (payload.done === true || payload.error) replies.known(event.messageId)?.end();
      return [...edits, ...wholes.label(['title'], payload.title, message)];
    },
    written(event, mode) {
      const { data, messageId } = event;
      const message = messageOf(event);
      if (!isObject(data) || typeof data.content !== 'string' || isReply(message) === false) return [];
      const path = ['content'];
      const reply = replies.known(messageId);
      if (mode === 'append' || reply?.isLive())
        return clean(event, { texts: [{ path, text: data.content, part: null, mode }] });
      return reply || isReply(message) ? wholes.content(path, data.content, message) : [];
    },
    channelMessage(event) {
      const { data } = event;
      if (!isObject(data)) return [];
      const own = readModelMessage(data);
      const answered = readModelMessage(data.reply_to_message);
      const messageId = isId(data.id) ? data.id : event.messageId;
      const message = { ...messageOf(event), messageId };
      const edits = own ? clean({ ...event, messageId }, readReplyTexts({ ...own })) : [];
      if (own?.done) replies.known(messageId)?.end();
      const at = ['reply_to_message'];
      return [
        ...edits.map(({ path, value }) => ({ path: path[0] === 'output' ? ['data', ...path] : path, value })),
        ...wholes.content([...at, 'content'], answered?.content, message),
        ...wholes.items([...at, 'data', 'output'], answered?.output, message),
      ];
    },
  };
}

/**
 * Returns whether this is the first chunk of a model's server, which names the role and has no text; every version
 * passes it on.
 */
function opensReply({ choices }: Record<string, unknown>): boolean {
  const [choice] = arrayOf(choices);
  return isObject(choice) && isObject(choice.delta) && choice.delta.role === 'assistant' && !choice.delta.content;
}

/** The replies of one socket. Beyond a limit, the one least recently updated is dropped. */
export interface Replies {
  /** @returns the reply of a message, which is created if it is not known */
  of(message: ChatMessage): SocketReply;
  /** @returns the reply of a message, if it is known */
  known(messageId: string): SocketReply | undefined;
  all(): Iterable<SocketReply>;
}

const MAX_REPLIES = 100;

export function createReplies(create: (message: ChatMessage) => SocketReply): Replies {
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
