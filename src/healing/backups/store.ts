import type { StoredEntry } from './backup-entry.ts';
import type { BackupSummary, HealOutcome } from '../types.ts';

/** A chat that was looked at. */
export interface KnownChat {
  readonly chatId: string;
  /** Of its messages at that time. */
  readonly fingerprint: string;
  /** As for `cleanChat`, so that what is cleaned is what was shown. Missing if an earlier version looked at it. */
  readonly expected?: boolean;
}

/** The chats of an unfinished run. `backupId`: the backup that each is restored from, in a run that undoes. */
export interface Run {
  readonly chats: readonly { readonly chatId: string; readonly title: string; readonly backupId?: number }[];
}

/** The outcome of one chat of the run; `writing`: it was about to be stored, under this backup. */
export type RunStep =
  | HealOutcome
  | { readonly chatId: string; readonly title: string; readonly kind: 'writing'; readonly backupId: number };

/** What is stored for each server, by table. */
export interface Tables {
  /** By chat id. */
  readonly known: KnownChat;
  /** The run that cleans, under `RUN_KEY`, and the one that undoes, under `UNDO_KEY`. */
  readonly runs: Run;
  /** By chat id. */
  readonly steps: RunStep;
  /** By number. */
  readonly backups: BackupSummary;
  /** By number; separate from `backups`, so that listing those does not read all texts. */
  readonly contents: StoredEntry;
}

export type Table = keyof Tables;

export const RUN_KEY = 'run';
export const UNDO_KEY = 'undo';

/** One row to write; a null value deletes it. */
export type Row = {
  [T in Table]: { readonly table: T; readonly key: string | number; readonly value: Tables[T] | null };
}[Table];

/** The browser's storage for healing, separate for every server. Rejects only if the browser's storage fails. */
export interface HealingStore {
  /** @returns null if it does not exist */
  read<T extends Table>(origin: string, table: T, key: string | number): Promise<Tables[T] | null>;
  list<T extends Table>(origin: string, table: T): Promise<readonly Tables[T][]>;
  /** Writes all rows or none; they are on disk when the promise is fulfilled. */
  write(origin: string, rows: readonly Row[]): Promise<void>;
  /**
   * Runs it, alone among the pages of this browser. If another one is running, waits for it for up to a second.
   * @returns null if the other has not finished by then
   */
  exclusive<T>(origin: string, run: () => Promise<T>): Promise<T | null>;
}
