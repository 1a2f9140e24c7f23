/** The outcomes of restoring chats from their backups. */
import { useState } from 'preact/hooks';
import type { HealOutcome } from '../../healing/types.ts';
import type { Pending } from './use-looks.ts';

export interface Undos {
  /** By the number of the backup. */
  readonly known: ReadonlyMap<number, Pending<HealOutcome>>;
  /** Restores one chat. @param restore rejects if the storage does */
  run(backupId: number, restore: () => Promise<HealOutcome>): Promise<void>;
  /** Keeps an outcome of restoring several. */
  keep(backupId: number, outcome: HealOutcome): void;
}

export function useUndos(): Undos {
  const [known, setKnown] = useState<Undos['known']>(new Map());

  function keep(backupId: number, outcome: Pending<HealOutcome>): void {
    setKnown((before) => new Map(before).set(backupId, outcome));
  }

  return {
    known,
    async run(backupId, restore) {
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
