/** The outcomes of restoring chats from their backups. */
import { useState } from 'preact/hooks';
import type { HealOutcome } from '../../healing/types.ts';
import type { Pending } from './use-looks.ts';

export function useUndos() {
  /** By the number of the backup. */
  const [known, setKnown] = useState<ReadonlyMap<number, Pending<HealOutcome>>>(new Map());

  /** Keeps the outcome of restoring one of several. */
  function keep(backupId: number, outcome: Pending<HealOutcome>): void {
    setKnown((before) => new Map(before).set(backupId, outcome));
  }

  return {
    known,
    /** Restores one chat. @param restore rejects if the storage does */
    async run(backupId: number, restore: () => Promise<HealOutcome>): Promise<void> {
      keep(backupId, 'running');
      try {
        keep(backupId, await restore());
      } catch (error) {
        setKnown((before) => new Map([...before].filter(([id]) => id !== backupId)));
        throw error;
      }
    },
    keep,
  };
}
