/** Replaces `browser.storage` in pictures: in memory, with change events. */
type Stored = Record<string, unknown>;
type Listener = (changes: Record<string, { newValue?: unknown }>, area: string) => void;

/** @param reading fails, or never ends */
export function fakeStorage(stored: Stored, reading?: 'fails' | 'stalls') {
  const listeners = new Set<Listener>();

  function tell(keys: readonly string[]): void {
    const changes = Object.fromEntries(keys.map((key) => [key, { newValue: stored[key] }]));
    for (const listener of listeners) listener(changes, 'local');
  }

  function pick(keys: string | readonly string[] | null): Stored {
    const wanted = keys === null ? Object.keys(stored) : [keys].flat();
    return Object.fromEntries(
      wanted.filter((key) => Object.hasOwn(stored, key)).map((key) => [key, structuredClone(stored[key])]),
    );
  }

  return {
    local: {
      async get(keys: string | readonly string[] | null = null): Promise<Stored> {
        if (reading === 'fails') throw new Error('The storage cannot be read.');
        if (reading === 'stalls') await new Promise(() => {});
        return pick(keys);
      },
      async set(some: Stored): Promise<void> {
        Object.assign(stored, structuredClone(some));
        tell(Object.keys(some));
      },
      async remove(keys: string | readonly string[]): Promise<void> {
        for (const key of [keys].flat()) delete stored[key];
        tell([keys].flat());
      },
    },
    onChanged: {
      addListener: (listener: Listener) => void listeners.add(listener),
      removeListener: (listener: Listener) => void listeners.delete(listener),
    },
  };
}
