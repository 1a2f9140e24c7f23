import type { StoredEntry } from './backup-entry.ts';
import type { BackupSummary } from '../types.ts';

/** What is stored for each server, by table and number of the backup. */
export interface Tables {
  readonly backups: BackupSummary;
  /** Separate from `backups`, so that listing those does not read all texts. */
  readonly contents: StoredEntry;
}

export type Table = keyof Tables;

/** One row to write; a null value deletes it. */
export type Row = {
  [T in Table]: { readonly table: T; readonly key: number; readonly value: Tables[T] | null };
}[Table];

/** The browser's storage for healing, separate for every server. Rejects only if the browser's storage fails. */
export interface HealingStore {
  /** @returns null if it does not exist */
  read<T extends Table>(origin: string, table: T, key: number): Promise<Tables[T] | null>;
  list<T extends Table>(origin: string, table: T): Promise<readonly Tables[T][]>;
  /** Writes all rows or none; they are on disk when the promise is fulfilled. */
  write(origin: string, rows: readonly Row[]): Promise<void>;
  /**
   * Runs it, alone among the pages of this browser. If another one is running, waits for it for up to a second.
   * @returns null if the other has not finished by then
   */
  exclusive<T>(origin: string, run: () => Promise<T>): Promise<T | null>;
}
