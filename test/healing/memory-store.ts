import type { HealingStore, Table, Tables } from '../../src/healing/backups/indexed-db-store.ts';

/** A store for tests that survives its users, as the browser's does. */
export function createMemoryStore(): HealingStore {
  const tables = new Map<
    Table,
    Map<string, { readonly origin: string; readonly value: unknown }>
  >();
  let busy = false;

  function rowsOf(table: Table): Map<string, { readonly origin: string; readonly value: unknown }> {
    const rows =
      tables.get(table) ?? new Map<string, { readonly origin: string; readonly value: unknown }>();
    tables.set(table, rows);
    return rows;
  }

  return {
    read<T extends Table>(origin: string, table: T, key: number): Promise<Tables[T] | null> {
      const value = rowsOf(table).get(JSON.stringify([origin, key]))?.value as
        | Tables[T]
        | undefined;
      return Promise.resolve(structuredClone(value ?? null));
    },
    list<T extends Table>(origin: string, table: T): Promise<readonly Tables[T][]> {
      const values = [...rowsOf(table).values()]
        .filter((row) => row.origin === origin)
        .map(({ value }) => value as Tables[T]);
      return Promise.resolve(structuredClone(values));
    },
    write(origin, rows) {
      for (const { table, key, value } of rows) {
        const id = JSON.stringify([origin, key]);
        if (value === null) rowsOf(table).delete(id);
        else rowsOf(table).set(id, { origin, value: structuredClone(value) });
      }
      return Promise.resolve();
    },
    async exclusive(_origin, run) {
      if (busy) return null;
      busy = true;
      try {
        return await run();
      } finally {
        busy = false;
      }
    },
  };
}
