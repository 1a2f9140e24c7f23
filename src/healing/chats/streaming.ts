import { isObject } from '../../normalizer/json/json-edit.ts';
import { messagesOf, type Message } from './chat-messages.ts';
import { toMilliseconds, type ChatRecord } from './chat-record.ts';
import { isTrouble, type OpenWebUiChats } from './open-webui-chats.ts';
import type { Trouble } from '../trouble.ts';

/** Milliseconds for which a reply without an end is believed to go on, where the server knows of no task. */
const WITHOUT_TASK = 2 * 60_000;
/** The same where the server does not tell of tasks. */
const UNKNOWN_TASKS = 15 * 60_000;

/** Reads a chat that is to be changed. @returns `streaming` while a reply of it is being written */
export async function readAtRest(chats: OpenWebUiChats, chatId: string): Promise<ChatRecord | Trouble | 'streaming'> {
  // Tasks first: a reply that begins behind this answer is in the chat that is read next.
  const hasTasks = await chats.hasTasks(chatId);
  const record = await chats.read(chatId);
  return !isTrouble(record) && isStreaming(record, hasTasks, Date.now()) ? 'streaming' : record;
}

/**
 * Whether a reply of a chat is being written. A server's word on tasks counts first; it may miss a reply that is just
 * being asked for, or that another process of the server writes.
 * @param hasTasks what the server says of tasks of this chat; null when it does not say
 * @param now milliseconds since 1970
 */
export function isStreaming(record: ChatRecord, hasTasks: boolean | null, now: number): boolean {
  if (hasTasks === true) return true;
  const believed = hasTasks === null ? UNKNOWN_TASKS : WITHOUT_TASK;
  return messagesOf(record.chat).some(({ message }) => {
    const since = toMilliseconds(message.timestamp);
    return isOpen(message) && since !== null && now - since < believed;
  });
}

/** A reply is stored empty and without `done` when it is asked for (up to 0.8), with `done: false` from 0.9 on. */
function isOpen({ role, done, content, output, error }: Message): boolean {
  if (role !== 'assistant' || done === true || isObject(error)) return false;
  return done === false || (content === '' && output === undefined);
}
