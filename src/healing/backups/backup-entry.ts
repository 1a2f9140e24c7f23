import { NewerBackupError } from './storage-trouble.ts';
import type { BackupEntry, BackupMessage } from '../types.ts';

/** A message as earlier versions stored it: parsed. */
interface ParsedMessage extends Omit<BackupMessage, 'before' | 'after' | 'parsed'> {
  readonly before: object;
  readonly after: object;
}

/** A backup of an earlier version. */
export interface ParsedEntry extends Omit<BackupEntry, 'messages' | 'format'> {
  readonly format?: undefined;
  readonly messages: readonly ParsedMessage[];
}

/** A backup as it is in the browser's storage. */
export type StoredEntry = BackupEntry | ParsedEntry;

/**
 * @returns the backup from the storage, in the present format
 * @throws if a later version wrote it in a format of its own
 */
export function readEntry(stored: StoredEntry): BackupEntry {
  if (stored.format === 2) return stored;
  if (stored.format !== undefined)
    throw new NewerBackupError(`Backup of format ${String((stored as { format: unknown }).format)}`);
  const messages = stored.messages.map(({ before, after, ...message }): BackupMessage => ({
    ...message,
    before: JSON.stringify(before),
    after: JSON.stringify(after),
    parsed: true,
  }));
  return { ...stored, format: 2, messages };
}
