import { isObject, type StringEdit } from '../../json/json-edit.ts';
import { readModelMessage, type ModelMessage } from '../channel-message.ts';
import { messageOf, type ChatEvent } from '../chat-event.ts';
import { isId } from '../is-id.ts';
import type { RecentReplies } from '../recent-replies.ts';
import { readItems, readReplyTexts } from '../reply-texts.ts';
import type { TextEvents } from './text-events.ts';
import type { WholeTexts } from '../whole-texts.ts';

/**
 * Cleans messages of channels. One is sent as a whole each time, while it grows and later. A badge would have no place
 * there, so no tool is reported.
 */
export interface ChannelMessages {
  clean(event: ChatEvent): readonly StringEdit[];
}

export function createChannelMessages(replies: RecentReplies, texts: TextEvents, wholes: WholeTexts): ChannelMessages {
  function cleanOwn(event: ChatEvent, data: Record<string, unknown>): readonly StringEdit[] {
    const read = readModelMessage(data);
    if (!read) return [];
    const { content, output, done } = read;
    // What it answers is cleaned with it, each time.
    const edits = texts.clean(event, readReplyTexts({ content, output, done }));
    if (done) replies.known(event.messageId)?.end();
    return edits.map(({ path, value }) => ({ path: path[0] === 'output' ? ['data', ...path] : path, value }));
  }

  /** Cleans the copy of the message that this one answers. */
  function cleanAnswered(event: ChatEvent, { content, output }: ModelMessage): readonly StringEdit[] {
    const at = ['reply_to_message'];
    const message = messageOf(event);
    return [
      ...(typeof content === 'string' ? wholes.content([...at, 'content'], content, message) : []),
      ...wholes.items(readItems(output, [...at, 'data', 'output'], false), message),
    ];
  }

  return {
    clean(event) {
      const { data } = event;
      if (!isObject(data)) return [];
      const answered = readModelMessage(data.reply_to_message);
      const messageId = isId(data.id) ? data.id : event.messageId;
      const own = cleanOwn({ ...event, messageId }, data);
      return [...own, ...(answered ? cleanAnswered(event, answered) : [])];
    },
  };
}
