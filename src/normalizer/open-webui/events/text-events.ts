import { arrayOf } from '../../dialects/fields.ts';
import { isObject, type StringEdit } from '../../json/json-edit.ts';
import { messageOf, type ChatEvent, type ChatMessage } from '../chat-event.ts';
import type { RecentReplies } from '../recent-replies.ts';
import { readReplyTexts, type ReplyTexts } from '../reply-texts.ts';
import { edit, type WholeTexts } from '../whole-texts.ts';

/** Cleans events with text of a reply, which later events may continue. */
export interface TextEvents {
  /** Cleans the texts of a reply. */
  clean(event: ChatEvent, texts: ReplyTexts): readonly StringEdit[];
  /** Cleans an event with chunks or items of a model's reply. */
  completion(event: ChatEvent, payload: Record<string, unknown>): readonly StringEdit[];
  /**
   * Cleans text that tools and pipes append or replace on their own. A replaced text may also be an edit of the user's
   * own message, which no event announces, so it stays unless something has shown that the message is a reply.
   */
  written(event: ChatEvent, mode: 'append' | 'open'): readonly StringEdit[];
}

/** What is known of messages besides their events. */
export interface KnownMessages {
  /** Returns whether the message is known not to be a reply. */
  isOther(messageId: string): boolean;
  /** Returns whether the message is known to be a reply. */
  isReply(message: ChatMessage): boolean;
}

export function createTextEvents(replies: RecentReplies, wholes: WholeTexts, known: KnownMessages): TextEvents {
  function clean(event: ChatEvent, texts: ReplyTexts): readonly StringEdit[] {
    if (texts.texts.length === 0 && !texts.list && !texts.items?.length) return [];
    const reply = replies.of(messageOf(event));
    const values = reply.clean(texts);
    return texts.texts.flatMap(({ path, text }, i) => edit(path, text, values[i] ?? text));
  }

  return {
    clean,
    completion(event, payload) {
      const message = messageOf(event);
      const isOver = payload.done === true || Boolean(payload.error);
      if (opensReply(payload)) replies.of(message).open();
      const edits = clean(event, readReplyTexts(payload));
      if (isOver) replies.known(event.messageId)?.end();
      return [...edits, ...wholes.label(['title'], payload.title, message)];
    },
    written(event, mode) {
      const { data, messageId } = event;
      if (!isObject(data) || typeof data.content !== 'string' || known.isOther(messageId)) return [];
      const text = { path: ['content'], text: data.content, part: null };
      const reply = replies.known(messageId);
      if (mode === 'append' || reply?.isLive()) return clean(event, { texts: [{ ...text, mode }] });
      const message = messageOf(event);
      return reply || known.isReply(message) ? wholes.content(text.path, text.text, message) : [];
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
