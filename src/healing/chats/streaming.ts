import { isObject } from '../../normalizer/json/json-edit.ts';
import { messagesOf, type Message } from './chat-messages.ts';
import { toMilliseconds, type ChatRecord } from './chat-record.ts';
import { isTrouble, type OpenWebUiChats } from './open-webui-chats.ts';
import type { Trouble } from '../trouble.ts';

/**
 * Milliseconds for which an unfinished reply is believed to continue if the server knows of no
 * task.
 */
const WITHOUT_TASK = 2 * 60_000;
/** The same if the server does not report tasks. */
const UNKNOWN_TASKS = 15 * 60_000;

/** Reads a chat that is to be changed. @returns `streaming` while a reply of it is being written */
export async function readAtRest(
  chats: OpenWebUiChats,
  chatId: string,
): Promise<ChatRecord | Trouble | 'streaming'> {
  // A reply that begins in between shows up when `applyChanges` reads the chat again.
  const [hasTasks, record] = await Promise.all([chats.hasTasks(chatId), chats.read(chatId)]);
  return !isTrouble(record) && isStreaming(record, hasTasks, Date.now()) ? 'streaming' : record;
}

/**
 * Returns whether a reply of a chat is being written. The server's list of tasks takes precedence;
 * it may miss a reply that was just requested, or that another process of the server writes.
 * @param hasTasks whether the server reports tasks of this chat; null if it reports none of any
 * chat
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

/**
 * Returns whether a message is an unfinished reply: stored empty and without `done` when it is
 * requested (up to 0.8), with `done: false` from 0.9 on.
 */
function isOpen({ role, done, content, output, error }: Message): boolean {
  if (role !== 'assistant' || done === true || isObject(error)) return false;
  return done === false || (content === '' && output === undefined);
}
