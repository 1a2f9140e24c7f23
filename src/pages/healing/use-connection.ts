import { useEffect, useState } from 'preact/hooks';
import type { Address } from '../../healing/address.ts';
import { connect, type Connection } from './connection.ts';

/** @returns null until the server has answered, and a function that asks again */
export function useConnection(address: Address): { readonly connection: Connection | null; tryAgain(): void } {
  const [connection, setConnection] = useState<Connection | null>(null);
  const [attempts, setAttempts] = useState(0);

  useEffect(() => {
    const ending = new AbortController();
    void connect(address).then((found) => {
      if (!ending.signal.aborted) setConnection(found);
    });
    return () => ending.abort();
  }, [attempts]);

  return {
    connection,
    tryAgain() {
      setConnection(null);
      setAttempts((before) => before + 1);
    },
  };
}
