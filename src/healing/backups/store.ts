import type { StoredEntry } from './backup-entry.ts';
import type { BackupSummary, HealOutcome } from '../types.ts';

/** A chat that was looked at. */
export interface KnownChat {
  readonly chatId: string;
  readonly title: string;
  /** Of its messages, as they were. */
  readonly fingerprint: string;
  /** As for `cleanChat`: what is cleaned is what was shown. Nothing: an earlier version has looked at it. */
  readonly expected?: boolean;
}

/** The chats of a run that has not come to its end. `backupId`: which backup each is restored from, in a run that undoes. */
export interface Run {
  readonly chats: readonly { readonly chatId: string; readonly title: string; readonly backupId?: number }[];
}

/** How a chat of the run fared; `writing`: it was about to be stored, under this backup. */
export type RunStep =
  | HealOutcome
  | { readonly chatId: string; readonly title: string; readonly kind: 'writing'; readonly backupId: number };

/** What is kept of each server, by table. */
export interface Tables {
  /** By chat id. */
  readonly known: KnownChat;
  /** One that cleans, under `RUN_KEY`, and one that undoes, under `UNDO_KEY`. */
  readonly runs: Run;
  /** By chat id. */
  readonly steps: RunStep;
  /** By number. */
  readonly backups: BackupSummary;
  /** By number; apart from `backups`, so that a list of them does not read all texts. */
  readonly contents: StoredEntry;
}

export type Table = keyof Tables;

export const RUN_KEY = 'run';
export const UNDO_KEY = 'undo';

/** One row to write; a value of null takes it away. */
export type Row = {
  [T in Table]: { readonly table: T; readonly key: string | number; readonly value: Tables[T] | null };
}[Table];

/** What is kept in the browser, for every server apart. Rejects only when the browser's storage fails. */
export interface HealingStore {
  /** @returns null where there is none */
  read<T extends Table>(origin: string, table: T, key: string | number): Promise<Tables[T] | null>;
  list<T extends Table>(origin: string, table: T): Promise<readonly Tables[T][]>;
  /** All or nothing; it is on the disk when the promise is fulfilled. */
  write(origin: string, rows: readonly Row[]): Promise<void>;
  /** Runs it while nobody else does in any page of this browser. @returns null when somebody does */
  exclusive<T>(origin: string, run: () => Promise<T>): Promise<T | null>;
}
