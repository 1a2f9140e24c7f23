/** The state of the healing page, and what its controls do. */
import { useEffect, useMemo, useReducer, useRef, useState } from 'preact/hooks';
import { createQueue } from '../../extension/promises.ts';
import { explainStorage } from '../../healing/backups/storage-trouble.ts';
import { toFound } from '../../healing/scan.ts';
import type { HealOutcome } from '../../healing/types.ts';
import type { Healing } from '../../healing/healing.ts';
import { createRuns } from './runs.ts';
import { useLooks } from './use-looks.ts';
import { useUndos } from './use-undos.ts';
import { nextStage, START } from './stage/stage.ts';

/** What is scanned. */
export type Scope = 'this' | 'all';

export type HealingControls = ReturnType<typeof useHealing>;

/**
 * @param chat the chat that the page was opened for; what cleaning it would remove is shown at once
 */
export function useHealing(healing: Healing, chat: string | null) {
  const [stage, dispatch] = useReducer(nextStage, START);
  const looks = useLooks(healing, (chatId, look) => {
    if ('marked' in look) dispatch({ type: 'looked', chatId, found: look.marked && toFound(look.marked) });
  });
  const undos = useUndos();
  /** Increased whenever the backups may have changed. */
  const [revision, setRevision] = useState(0);
  /** Why the browser's storage failed. */
  const [trouble, setTrouble] = useState<string | null>(null);
  /** Changes chats, one at a time: the engine refuses a second one. */
  const inTurn = useMemo(createQueue, [healing]);
  const runs = createRuns(healing, inTurn, dispatch);
  const ending = useRef(new AbortController());

  /** The engine rejects only when the browser's storage fails. */
  function watch(work: Promise<void>): void {
    work
      .catch((error: unknown) => setTrouble(explainStorage(error)))
      .finally(() => setRevision((before) => before + 1));
  }

  /** @returns the signal of what begins now; aborts what was running before */
  function begin(): AbortSignal {
    ending.current.abort();
    ending.current = new AbortController();
    looks.hideAll();
    setTrouble(null);
    return ending.current.signal;
  }

  /** For a single chat, what would be removed is shown at once: there is nothing to choose from. */
  async function runLook(scope: Scope): Promise<void> {
    const marked = await runs.scan(scope === 'this' ? chat : null, begin());
    if (scope === 'this') for (const chatId of marked) await looks.show(chatId);
  }

  /** Does not wait for outstanding answers: a server can take its time. */
  function cancel(): void {
    ending.current.abort();
    dispatch({ type: 'cancel' });
  }

  async function open(): Promise<void> {
    await inTurn(healing.settle);
    if (chat !== null) await runLook('this');
  }

  useEffect(() => {
    watch(open());
    return () => ending.current.abort();
  }, [healing]);

  return {
    stage,
    looks: looks.shown,
    undos: undos.known,
    revision,
    trouble,
    scan: (scope: Scope) => watch(runLook(scope)),
    cancel,
    choose: (chatIds: readonly string[], on: boolean) => dispatch({ type: 'choose', chatIds, on }),
    show: (chatId: string) => watch(looks.show(chatId)),
    hide: looks.hide,
    /** @param earlier outcomes of the run that this one continues */
    heal: (chatIds: readonly string[], earlier: readonly HealOutcome[]) => watch(runs.heal(chatIds, earlier, begin())),
    stop() {
      ending.current.abort();
      dispatch({ type: 'stop' });
    },
    undo(backupId: number) {
      if (undos.known.get(backupId) !== 'running')
        watch(undos.run(backupId, () => inTurn(() => healing.undo(backupId))));
    },
    undoAll: (backupIds: readonly number[]) => watch(runs.undoAll(backupIds, begin(), undos.keep)),
    rest: () => dispatch({ type: 'rest' }),
    start() {
      begin();
      dispatch({ type: 'start' });
    },
  };
}
