import { applyChanges } from '../chats/apply-changes.ts';
import { backupRows, countMessages, type Backup } from './backups.ts';
import { messageTextsOf, textAt, type MessageTexts } from '../chats/chat-messages.ts';
import type { ChatRecord } from '../chats/chat-record.ts';
import { stateOf, withTextsOf } from '../chats/compare-chats.ts';
import type { HealTools } from '../heal-chat.ts';
import { isTrouble } from '../chats/open-webui-chats.ts';
import { readAtRest } from '../chats/streaming.ts';
import { healingTexts } from '../texts.ts';
import type { BackupEntry, BackupMessage, HealOutcome } from '../types.ts';

/**
 * Restores the texts of a backup, reply by reply, unless they were edited after cleaning. Later
 * messages stay.
 */
export async function undoBackup(tools: HealTools, backupId: number): Promise<HealOutcome> {
  const backup = await tools.backups.read(backupId);
  if (!backup)
    return {
      chatId: '',
      title: '',
      kind: 'failed',
      state: 'old',
      why: healingTexts.trouble.noBackup,
    };
  const { chatId, title } = backup.entry;
  const record = await readAtRest(tools.chats, chatId);
  if (record === 'streaming') return { chatId, title, kind: 'streaming' };
  if (isTrouble(record)) return { chatId, title, kind: 'failed', state: 'old', why: record.why };
  const texts = messageTextsOf(record.text);
  const changes = toRestore(texts, backup.entry);
  if (changes.length > 0) return restore(tools, record, backup, changes);
  if (!backup.entry.messages.some((change) => stateOf(change, texts) === 'before')) {
    return { chatId, title, kind: 'changed-meanwhile', why: healingTexts.trouble.edited };
  }
  // In doubt, it stays so: the server may still carry the change out.
  if (backup.summary.state !== 'in-doubt')
    await tools.store.write(tools.origin, backupRows(backupId, backup.entry, 'undone'));
  // The markers were back already, for instance because the answer to an earlier undo got lost.
  tools.onChanged(chatId, 'unhealed');
  return { chatId, title, kind: 'unchanged' };
}

async function restore(
  tools: HealTools,
  record: ChatRecord,
  { summary: { id: backupId, state }, entry }: Backup,
  changes: readonly BackupMessage[],
): Promise<HealOutcome> {
  const { chatId, title } = entry;
  await tools.store.write(tools.origin, backupRows(backupId, { ...entry, undoBegun: true }, state));
  const applied = await applyChanges(tools.chats, record, changes);
  if (applied.kind === 'changed') {
    await tools.store.write(tools.origin, backupRows(backupId, entry, state));
    return {
      chatId,
      title,
      kind: 'changed-meanwhile',
      why: healingTexts.trouble.changedWhileRestoring,
    };
  }
  if (applied.kind === 'unknown')
    return { chatId, title, kind: 'failed', state: 'unknown', why: applied.why };
  // 'new', because a chat whose undo failed is still cleaned.
  if (applied.kind === 'not-taken')
    return { chatId, title, kind: 'failed', state: 'new', why: applied.why };
  await tools.store.write(tools.origin, backupRows(backupId, entry, 'undone'));
  tools.onChanged(chatId, 'unhealed');
  const messages = countMessages(applied.done);
  return {
    chatId,
    title,
    kind: 'restored',
    messages,
    kept: countMessages(entry.messages) - messages,
  };
}

/**
 * @returns changes from the present messages to the same ones with their texts from before cleaning
 */
function toRestore(texts: MessageTexts, entry: BackupEntry): readonly BackupMessage[] {
  return entry.messages.flatMap((change): readonly BackupMessage[] => {
    const now = textAt(texts, change);
    return now !== null && isHealed(change, entry, texts)
      ? [{ ...change, before: now, after: withTextsOf(now, change.before) }]
      : [];
  });
}

/**
 * Returns whether a message is as cleaning left it, or as an interrupted undo did; not as somebody
 * edited it.
 */
function isHealed(change: BackupMessage, { undoBegun }: BackupEntry, texts: MessageTexts): boolean {
  if (stateOf(change, texts) === 'after') return true;
  return (
    undoBegun &&
    stateOf({ ...change, before: change.after, after: change.before }, texts) === 'derived'
  );
}
