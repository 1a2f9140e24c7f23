import { useLayoutEffect, useState } from 'preact/hooks';
import { reportFailure } from '../../extension/promises.ts';

export interface Stored<T> {
  /** Null until it is read; the previous one stays until the next arrives. */
  readonly value: T | null;
  /** The last read failed. */
  readonly failed: boolean;
}

/**
 * Reads something that is stored, and again after each change. Reads may end in another order than
 * they began; only the answer to the latest one counts.
 * @param watch called first; calls back after each change, until its signal is aborted
 * @param undone what did not happen if a read fails: see `reportFailure`
 * @param inputs all of it starts anew when one of them changes
 */
export function useStored<T>(
  read: () => Promise<T>,
  watch: (onChange: () => void, signal: AbortSignal) => void,
  undone: string,
  inputs: readonly unknown[],
): Stored<T> {
  const [stored, setStored] = useState<Stored<T>>({ value: null, failed: false });

  // Not `useEffect`, which would begin to read only after the next paint.
  useLayoutEffect(() => {
    const ending = new AbortController();
    let latest = 0;

    function refresh(): void {
      const mine = ++latest;
      function arrive(some: Partial<Stored<T>>): void {
        if (!ending.signal.aborted && mine === latest)
          setStored((before) => ({ ...before, ...some }));
      }
      read().then(
        (value) => arrive({ value, failed: false }),
        (error: unknown) => {
          reportFailure(undone)(error);
          arrive({ failed: true });
        },
      );
    }

    watch(refresh, ending.signal);
    refresh();
    return () => ending.abort();
  }, inputs);

  return stored;
}
