import { findDone } from './chats/apply-changes.ts';
import { backupRows, noBackupRows } from './backups/backups.ts';
import { messageTextsOf } from './chats/chat-messages.ts';
import { stateOf } from './chats/compare-chats.ts';
import type { HealTools } from './heal-chat.ts';
import { isTrouble } from './chats/open-webui-chats.ts';
import type { BackupEntry } from './types.ts';

/**
 * Milliseconds after which a server that has not stored a change is believed never to do so: a day.
 */
const GIVES_UP_AFTER = 24 * 60 * 60 * 1000;

/**
 * Looks whether the server accepted each change in doubt, for when the browser was closed in the
 * middle or the server did not answer. The backup of a chat that it has not changed stays in doubt
 * for a day, as the server may still be at work.
 */
export async function settle(tools: HealTools): Promise<void> {
  for (const { id, state } of await tools.backups.list()) {
    const backup = state === 'in-doubt' ? await tools.backups.read(id) : null;
    if (backup) await settleOne(tools, id, backup.entry);
  }
}

/** Does nothing while the chat cannot be read. */
async function settleOne(
  { origin, chats, store, onChanged }: HealTools,
  id: number,
  entry: BackupEntry,
) {
  const record = await chats.read(entry.chatId);
  if (isTrouble(record)) return;
  const texts = messageTextsOf(record.text);
  const done = findDone(entry.messages, texts);
  if (done.length === 0 && entry.messages.some((change) => stateOf(change, texts) === 'before')) {
    if (Date.now() - entry.when >= GIVES_UP_AFTER) await store.write(origin, noBackupRows(id));
    return;
  }
  // Every one was edited since: the backup stays, in case somebody wants them back.
  const messages = done.length > 0 ? done : entry.messages;
  await store.write(origin, backupRows(id, { ...entry, messages }, 'healed'));
  onChanged(entry.chatId, 'healed');
}
