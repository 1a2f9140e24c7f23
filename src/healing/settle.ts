import { findDone } from './chats/apply-changes.ts';
import { backupRows, countMessages, noBackupRows } from './backups/backups.ts';
import { messageTextsOf } from './chats/chat-messages.ts';
import { stateOf } from './chats/compare-chats.ts';
import type { HealTools } from './heal-chat.ts';
import { countMarkers } from './chats/chat-cleaner.ts';
import { isTrouble, type OpenWebUiChats } from './chats/open-webui-chats.ts';
import type { Row } from './backups/store.ts';
import type { BackupEntry } from './types.ts';

/** Milliseconds after which a server that has not stored a change is believed never to do so: a day. */
const GIVES_UP_AFTER = 24 * 60 * 60 * 1000;

/**
 * Looks whether the server accepted each change in doubt, for when the browser was closed in the middle or the server
 * did not answer. A chat that it has not changed loses its step, so it is left to do; its backup stays in doubt for a
 * day, as the server may still be at work.
 * @returns how many were resolved
 */
export async function settle({ origin, chats, store, backups, onSettled }: HealTools): Promise<number> {
  const doubtful = (await backups.list()).filter(({ state }) => state === 'in-doubt');
  let settled = 0;
  for (const { id } of doubtful) {
    const backup = await backups.read(id);
    const found = backup && (await settleOne(chats, id, backup.entry));
    if (!found) continue;
    await store.write(origin, found.rows);
    if (found.state !== 'waiting') settled++;
    if (found.state === 'taken') onSettled(backup.entry.chatId);
  }
  return settled;
}

interface Settled {
  /** Whether the server accepted the change; `waiting`: not yet. */
  readonly state: 'taken' | 'not-taken' | 'waiting';
  /** The rows to write. */
  readonly rows: readonly Row[];
}

/** @returns null while the chat cannot be read */
async function settleOne(chats: OpenWebUiChats, id: number, entry: BackupEntry): Promise<Settled | null> {
  const { chatId, title, when } = entry;
  const record = await chats.read(chatId);
  if (isTrouble(record)) return null;
  const texts = messageTextsOf(record.text);
  const done = findDone(entry.messages, texts);
  if (done.length === 0 && entry.messages.some((change) => stateOf(change, texts) === 'before')) {
    const noStep: Row = { table: 'steps', key: chatId, value: null };
    if (Date.now() - when < GIVES_UP_AFTER) return { state: 'waiting', rows: [noStep] };
    return { state: 'not-taken', rows: [...noBackupRows(id), noStep] };
  }
  // Every one was edited since: the backup stays, in case somebody wants them back.
  const messages = done.length > 0 ? done : entry.messages;
  const count = countMessages(messages);
  const kept = countMessages(entry.messages) - count;
  const markers = countMarkers(messages);
  return {
    state: 'taken',
    rows: [
      ...backupRows(id, { ...entry, messages }, 'healed'),
      {
        table: 'steps',
        key: chatId,
        value: { chatId, title, kind: 'healed', backupId: id, messages: count, markers, kept },
      },
    ],
  };
}
