import type { HealingStore, Row } from './indexed-db-store.ts';
import { NewerBackupError } from './storage-trouble.ts';
import type { BackupEntry, BackupSummary } from '../types.ts';

/** A backup with its messages. */
export interface Backup {
  readonly summary: BackupSummary;
  readonly entry: BackupEntry;
}

/** The format of messages: text. */
const FORMAT: BackupEntry['format'] = 2;

/** The backups of one server. */
export type Backups = ReturnType<typeof createBackups>;

let lastId = 0;

/** Creates an id: later ones are greater, and no two are the same, even in the same millisecond. */
export function newBackupId(now: number): number {
  lastId = Math.max(lastId + 1, now * 1000 + Math.floor(Math.random() * 1000));
  return lastId;
}

/** @returns the rows that store a backup */
export function backupRows(
  id: number,
  entry: BackupEntry,
  state: BackupSummary['state'],
): readonly Row[] {
  const { chatId, title, when, messages } = entry;
  const summary: BackupSummary = {
    id,
    chatId,
    title,
    when,
    messages: countMessages(messages),
    state,
  };
  return [
    { table: 'backups', key: id, value: summary },
    { table: 'contents', key: id, value: entry },
  ];
}

/** @returns the rows that delete a backup */
export function noBackupRows(id: number): readonly Row[] {
  return [
    { table: 'backups', key: id, value: null },
    { table: 'contents', key: id, value: null },
  ];
}

/** Counts messages; one that is in a chat twice counts once. */
export function countMessages(messages: readonly { readonly messageId: string }[]): number {
  return new Set(messages.map(({ messageId }) => messageId)).size;
}

export function createBackups(store: HealingStore, origin: string) {
  async function list(): Promise<readonly BackupSummary[]> {
    return (await store.list(origin, 'backups')).toSorted((a, b) => b.id - a.id);
  }

  async function read(id: number): Promise<Backup | null> {
    const summary = await store.read(origin, 'backups', id);
    const entry = await store.read(origin, 'contents', id);
    // Of another version, which this one would misread.
    if (entry && entry.format !== FORMAT)
      throw new NewerBackupError(`Backup of format ${String(entry.format)}`);
    return summary && entry ? { summary, entry } : null;
  }

  async function exportAll(): Promise<Blob> {
    const backups = await store.list(origin, 'contents');
    return new Blob([JSON.stringify({ backups }, null, 1)], { type: 'application/json' });
  }

  async function remove(ids?: readonly number[]): Promise<void> {
    const gone = ids ?? (await list()).map(({ id }) => id);
    await store.write(
      origin,
      gone.flatMap((id) => noBackupRows(id)),
    );
  }

  return {
    list,
    /** @returns null if it does not exist */
    read,
    /** Returns all of them as JSON, with the messages as text: each as the server wrote it. */
    exportAll,
    /** @param ids all of them by default */
    remove,
  };
}
