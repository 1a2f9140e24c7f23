/** The runs of the healing page that go through several chats. Each reports to the stage how far it is. */
import type { HealOutcome } from '../../healing/types.ts';
import type { Healing } from '../../healing/healing.ts';
import type { Queue } from '../../extension/promises.ts';
import type { StageEvent } from './stage/stage.ts';

/** @param inTurn runs what changes chats, one at a time */
export function createRuns(healing: Healing, inTurn: Queue, dispatch: (event: StageEvent) => void) {
  return {
    /**
     * @param chatId the only chat to scan; null for all
     * @returns ids of the chats that have markers; none if it was aborted
     */
    async scan(chatId: string | null, signal: AbortSignal): Promise<readonly string[]> {
      const marked: string[] = [];
      dispatch({ type: 'scan' });
      try {
        const result = await healing.scan({
          ...(chatId === null ? {} : { chatId }),
          signal,
          onProgress(progress) {
            if (!signal.aborted) dispatch({ type: 'progress', progress });
          },
          onFound(found) {
            if (signal.aborted) return;
            marked.push(found.chat.id);
            dispatch({ type: 'found', found });
          },
        });
        if (signal.aborted) return [];
        dispatch({ type: 'scanned', result });
        return marked;
      } catch (error) {
        if (!signal.aborted) dispatch({ type: 'start' });
        throw error;
      }
    },
    /** @param earlier outcomes of the run that this one continues */
    async heal(chatIds: readonly string[], earlier: readonly HealOutcome[], signal: AbortSignal): Promise<void> {
      dispatch({ type: 'heal', total: earlier.length + chatIds.length, earlier });
      try {
        await inTurn(() =>
          healing.heal(chatIds, { signal, onOutcome: (outcome) => dispatch({ type: 'outcome', outcome }) }),
        );
      } finally {
        dispatch({ type: 'healed' });
      }
    },
    /** @param onOutcome called for each backup that was started */
    async undoAll(
      backupIds: readonly number[],
      signal: AbortSignal,
      onOutcome: (backupId: number, outcome: HealOutcome) => void,
    ): Promise<void> {
      dispatch({ type: 'undo', backupIds });
      let answered = 0;
      try {
        await inTurn(() =>
          healing.undoAll(backupIds, {
            signal,
            onOutcome(outcome) {
              const backupId = backupIds[answered++];
              if (backupId !== undefined && outcome.kind !== 'not-started') onOutcome(backupId, outcome);
              dispatch({ type: 'outcome', outcome });
            },
          }),
        );
      } finally {
        dispatch({ type: 'undone' });
      }
    },
  };
}
