import type { BackupEntry, BackupSummary } from '../types.ts';

/** What is stored for each server, by table and number of the backup. */
export interface Tables {
  readonly backups: BackupSummary;
  /** Separate from `backups`, so that listing those does not read all texts. */
  readonly contents: BackupEntry;
}

export type Table = keyof Tables;

/** One row to write; a null value deletes it. */
export type Row = {
  [T in Table]: { readonly table: T; readonly key: number; readonly value: Tables[T] | null };
}[Table];

/**
 * The browser's storage for healing, separate for every server. Rejects only if the browser's
 * storage fails.
 */
export type HealingStore = Awaited<ReturnType<typeof openHealingStore>>;

const DATABASE = 'healing';
const VERSION = 1;
/**
 * Milliseconds to wait for the lock: browsers release that of a page a moment after it was closed
 * or reloaded.
 */
const RELEASED_WITHIN = 1000;
const TABLES: readonly Table[] = ['backups', 'contents'];

/** Opens the extension's own IndexedDB for cleaned chats, which only the extension can read. */
export async function openHealingStore() {
  const opening = indexedDB.open(DATABASE, VERSION);
  opening.addEventListener('upgradeneeded', () => {
    for (const table of TABLES) opening.result.createObjectStore(table);
  });
  const database = await toPromise(opening);

  async function read<T extends Table>(
    origin: string,
    table: T,
    key: number,
  ): Promise<Tables[T] | null> {
    // Only `write` below writes to the database.
    const value = (await toPromise(objects(table).get([origin, key]))) as Tables[T] | undefined;
    return value ?? null;
  }

  async function list<T extends Table>(origin: string, table: T): Promise<readonly Tables[T][]> {
    return (await toPromise(objects(table).getAll(allOf(origin)))) as Tables[T][];
  }

  function objects(table: Table): IDBObjectStore {
    return database.transaction(table).objectStore(table);
  }

  async function write(origin: string, rows: readonly Row[]): Promise<void> {
    if (rows.length === 0) return;
    const tables = new Set(rows.map(({ table }) => table));
    // Strict: a backup must be on disk before the chat is changed.
    const transaction = database.transaction([...tables], 'readwrite', { durability: 'strict' });
    const done = new Promise<void>((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve());
      transaction.addEventListener('abort', () =>
        reject(transaction.error ?? new Error('The browser could not store it.')),
      );
    });
    for (const { table, key, value } of rows) {
      const store = transaction.objectStore(table);
      if (value === null) store.delete([origin, key]);
      else store.put(value, [origin, key]);
    }
    await done;
  }

  async function exclusive<T>(origin: string, run: () => Promise<T>): Promise<T | null> {
    let begun = false;
    try {
      return await navigator.locks.request(
        `${DATABASE} ${origin}`,
        { signal: AbortSignal.timeout(RELEASED_WITHIN) },
        async () => {
          begun = true;
          return run();
        },
      );
    } catch (error) {
      if (!begun && error instanceof DOMException && error.name === 'TimeoutError') return null;
      throw error;
    }
  }

  return {
    /** @returns null if it does not exist */
    read,
    list,
    /** Writes all rows or none; they are on disk when the promise is fulfilled. */
    write,
    /**
     * Runs it, alone among the pages of this browser. If another one is running, waits for it for
     * up to a second.
     * @returns null if the other has not finished by then
     */
    exclusive,
  };
}

/**
 * @returns those of some servers of which this version has backups; where there is no storage, none
 * is made
 */
export async function withBackups(origins: readonly string[]): Promise<readonly string[]> {
  const opening = indexedDB.open(DATABASE);
  // Only for a database that is not there.
  opening.addEventListener('upgradeneeded', () => opening.transaction?.abort());
  const database = await toPromise(opening).catch(() => null);
  if (!database) return [];
  try {
    if (database.version !== VERSION) return [];
    const backups = database.transaction('backups').objectStore('backups');
    const counts = await Promise.all(
      origins.map((origin) => toPromise(backups.count(allOf(origin)))),
    );
    return origins.filter((_, index) => counts[index] !== 0);
  } finally {
    database.close();
  }
}

/**
 * Returns the range of all keys [origin, …]: IndexedDB sorts arrays after every string and number.
 */
function allOf(origin: string): IDBKeyRange {
  return IDBKeyRange.bound([origin], [origin, []]);
}

function toPromise<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () =>
      reject(request.error ?? new Error('The browser could not open its storage.')),
    );
  });
}
