/** The state of the healing page, and what its controls do. */
import { useEffect, useMemo, useReducer, useRef, useState } from 'preact/hooks';
import { createQueue } from '../../extension/promises.ts';
import { explainStorage } from '../../healing/backups/storage-trouble.ts';
import type { HealOutcome, Look } from '../../healing/types.ts';
import type { Healing } from '../../healing/healing.ts';
import type { Pending, Undos } from './outcome-text.ts';
import { nextStage, START } from './stage/stage.ts';

/** What is scanned. */
export type Scope = 'this' | 'all';

export type HealingControls = ReturnType<typeof useHealing>;

/** @param chat that the page was opened for; what cleaning it would remove is shown at once */
export function useHealing(healing: Healing, chat: string | null) {
  const [stage, dispatch] = useReducer(nextStage, START);
  /** Increased whenever the backups may have changed. */
  const [revision, setRevision] = useState(0);
  /** Why the browser's storage failed. */
  const [trouble, setTrouble] = useState<string | null>(null);
  /** Changes chats, one at a time: the engine refuses a second one. */
  const inTurn = useMemo(createQueue, [healing]);
  const ending = useRef(new AbortController());
  const { looks, ...look } = useLooks(healing);
  const changed = () => setRevision((before) => before + 1);
  const { undos, undo } = useUndos((backupIds, onOutcome) =>
    inTurn(() =>
      healing.undoAll(backupIds, {
        signal: ending.current.signal,
        onOutcome(outcome) {
          onOutcome(outcome);
          // A slow server gets a rest now, and until its end the backup would be said to be unused.
          changed();
        },
      }),
    ),
  );

  /** The engine rejects only when the browser's storage fails. */
  function watch(work: Promise<void>): void {
    work.catch((error: unknown) => setTrouble(explainStorage(error))).finally(changed);
  }

  /** @returns the signal of what begins now; aborts what was running before */
  function begin(): AbortSignal {
    ending.current.abort();
    ending.current = new AbortController();
    look.hideAll();
    setTrouble(null);
    return ending.current.signal;
  }

  async function scan(scope: Scope): Promise<void> {
    const signal = begin();
    const marked: string[] = [];
    dispatch({ type: 'scan' });
    const result = await healing.scan({
      ...(scope === 'this' && chat !== null && { chatId: chat }),
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
    if (signal.aborted) return;
    dispatch({ type: 'scanned', result });
    // For a single chat, what would be removed is shown at once: there is nothing to choose from.
    if (scope === 'this') for (const chatId of marked) await look.show(chatId);
  }

  async function heal(chatIds: readonly string[]): Promise<void> {
    const signal = begin();
    dispatch({ type: 'heal', total: chatIds.length });
    try {
      await inTurn(() =>
        healing.heal(chatIds, {
          signal,
          onOutcome: (outcome) => dispatch({ type: 'outcome', outcome }),
        }),
      );
    } finally {
      dispatch({ type: 'healed' });
    }
  }

  async function open(): Promise<void> {
    await inTurn(healing.settle);
    if (chat !== null) await scan('this');
  }

  useEffect(() => {
    watch(open());
    return () => ending.current.abort();
  }, [healing]);

  return {
    stage,
    looks,
    undos,
    revision,
    trouble,
    scan: (scope: Scope) => watch(scan(scope)),
    /** Does not wait for outstanding answers: a server can take its time. */
    cancel() {
      ending.current.abort();
      dispatch({ type: 'cancel' });
    },
    choose: (chatIds: readonly string[], on: boolean) => dispatch({ type: 'choose', chatIds, on }),
    show: (chatId: string) => watch(look.show(chatId)),
    hide: look.hide,
    heal: (chatIds: readonly string[]) => watch(heal(chatIds)),
    stop() {
      ending.current.abort();
      dispatch({ type: 'stop' });
    },
    undo: (backupIds: readonly number[]) => watch(undo(backupIds)),
    start() {
      begin();
      dispatch({ type: 'start' });
    },
  };
}

/** What cleaning would remove, by the id of the chat; others are hidden. */
function useLooks(healing: Healing) {
  const [looks, setLooks] = useState<ReadonlyMap<string, Pending<Look>>>(new Map());

  return {
    looks,
    async show(chatId: string): Promise<void> {
      setLooks((known) => new Map(known).set(chatId, 'running'));
      const look = await healing.look(chatId);
      // Hidden meanwhile, or another list was opened.
      setLooks((known) => (known.has(chatId) ? new Map(known).set(chatId, look) : known));
    },
    hide: (chatId: string) =>
      setLooks((known) => new Map([...known].filter(([id]) => id !== chatId))),
    hideAll: () => setLooks(new Map()),
  };
}

/**
 * What became of restoring backups, by their ids.
 * @param restore restores several; `onOutcome` gets the outcome of each, in order
 */
function useUndos(
  restore: (
    backupIds: readonly number[],
    onOutcome: (outcome: HealOutcome) => void,
  ) => Promise<void>,
) {
  const [undos, setUndos] = useState<Undos>(new Map());

  async function undo(wanted: readonly number[]): Promise<void> {
    const backupIds = wanted.filter((id) => undos.get(id) !== 'running');
    const left = new Set(backupIds);
    const keep = (id: number, outcome: Pending<HealOutcome>) =>
      setUndos((known) => new Map(known).set(id, outcome));
    for (const id of backupIds) keep(id, 'running');
    try {
      await restore(backupIds, (outcome) => {
        const [id] = left;
        if (id === undefined || (outcome.kind === 'not-started' && outcome.why === null)) return;
        left.delete(id);
        keep(id, outcome);
      });
    } finally {
      // Another run has begun, or the storage failed.
      setUndos((known) => new Map([...known].filter(([id]) => !left.has(id))));
    }
  }

  return { undos, undo };
}
