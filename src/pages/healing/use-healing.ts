/** The state of the healing page, and what its controls do. */
import { useEffect, useMemo, useReducer, useRef, useState } from 'preact/hooks';
import { createQueue } from '../../sites/queue.ts';
import { explainStorage } from '../../healing/backups/storage-trouble.ts';
import { toFound } from '../../healing/scan.ts';
import type { Healing, HealOutcome, Look } from '../../healing/types.ts';
import { nextStage, START, type Stage } from './stage/stage.ts';

/** What is scanned. */
export type Scope = 'this' | 'all';

/** A request, or its answer. */
export type Pending<T> = T | 'running';

export interface HealingControls {
  readonly stage: Stage;
  /** Chats whose replies are shown, by id. */
  readonly looks: ReadonlyMap<string, Pending<Look>>;
  /** The outcome of restoring chats, by the number of the backup. */
  readonly undos: ReadonlyMap<number, Pending<HealOutcome>>;
  /** Increased whenever the backups may have changed. */
  readonly revision: number;
  /** The browser's storage failed. */
  readonly trouble: string | null;
  scan(scope: Scope): void;
  cancel(): void;
  choose(chatIds: readonly string[], on: boolean): void;
  show(chatId: string): void;
  hide(chatId: string): void;
  /** @param earlier outcomes of an earlier run that this one continues */
  heal(chatIds: readonly string[], earlier: readonly HealOutcome[]): void;
  stop(): void;
  undo(backupId: number): void;
  undoAll(backupIds: readonly number[]): void;
  rest(): void;
  /** Returns to the choice; what an earlier run left is dismissed. */
  start(): void;
}

/**
 * @param chat the chat that the page was opened for; what cleaning it would remove is shown at once, unless an earlier
 * run is unfinished
 */
export function useHealing(healing: Healing, chat: string | null): HealingControls {
  const [stage, dispatch] = useReducer(nextStage, START);
  const [looks, setLooks] = useState<ReadonlyMap<string, Pending<Look>>>(new Map());
  const [undos, setUndos] = useState<ReadonlyMap<number, Pending<HealOutcome>>>(new Map());
  const [revision, setRevision] = useState(0);
  const [trouble, setTrouble] = useState<string | null>(null);
  /** Changes chats, one at a time: the engine refuses a second one. */
  const inTurn = useMemo(createQueue, [healing]);
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
    setLooks(new Map());
    setTrouble(null);
    return ending.current.signal;
  }

  /** @returns ids of the chats that have markers; none if it was aborted */
  async function runScan(scope: Scope): Promise<readonly string[]> {
    const signal = begin();
    const marked: string[] = [];
    dispatch({ type: 'scan' });
    try {
      const result = await healing.scan({
        ...(scope === 'this' && chat !== null ? { chatId: chat } : {}),
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
  }

  /** For a single chat, what would be removed is shown at once: there is nothing to choose from. */
  async function runLook(scope: Scope): Promise<void> {
    const marked = await runScan(scope);
    if (scope === 'this') for (const chatId of marked) await runShow(chatId);
  }

  /** Does not wait for outstanding answers: a server can take its time. */
  function cancel(): void {
    ending.current.abort();
    dispatch({ type: 'cancel' });
  }

  async function runShow(chatId: string): Promise<void> {
    setLooks((known) => new Map(known).set(chatId, 'running'));
    const look = await healing.look(chatId);
    // Hidden meanwhile, or another list was opened.
    setLooks((known) => (known.has(chatId) ? new Map(known).set(chatId, look) : known));
    if ('marked' in look) dispatch({ type: 'looked', chatId, found: look.marked && toFound(look.marked) });
  }

  async function runHeal(chatIds: readonly string[], earlier: readonly HealOutcome[]): Promise<void> {
    const signal = begin();
    dispatch({ type: 'heal', total: earlier.length + chatIds.length, earlier });
    try {
      await inTurn(() =>
        healing.heal(chatIds, { signal, onOutcome: (outcome) => dispatch({ type: 'outcome', outcome }) }),
      );
    } finally {
      dispatch({ type: 'healed' });
    }
  }

  async function runUndo(backupId: number): Promise<void> {
    setUndos((known) => new Map(known).set(backupId, 'running'));
    try {
      const outcome = await inTurn(() => healing.undo(backupId));
      setUndos((known) => new Map(known).set(backupId, outcome));
    } catch (error) {
      setUndos((known) => new Map([...known].filter(([id]) => id !== backupId)));
      throw error;
    }
  }

  async function runUndoAll(backupIds: readonly number[]): Promise<void> {
    const signal = begin();
    dispatch({ type: 'undo', backupIds });
    let answered = 0;
    try {
      await inTurn(() =>
        healing.undoAll(backupIds, {
          signal,
          onOutcome(outcome) {
            const backupId = backupIds[answered++];
            if (backupId !== undefined && outcome.kind !== 'not-started')
              setUndos((known) => new Map(known).set(backupId, outcome));
            dispatch({ type: 'outcome', outcome });
          },
        }),
      );
    } finally {
      dispatch({ type: 'undone' });
    }
  }

  async function resume(): Promise<void> {
    const run = await inTurn(healing.resume);
    const undo = run ? null : await inTurn(healing.leftToUndo);
    if (run) dispatch({ type: 'left', run });
    else if (undo) dispatch({ type: 'left-undo', undo });
    else if (chat !== null) await runLook('this');
  }

  async function leave(): Promise<void> {
    begin();
    const { kind } = stage;
    dispatch({ type: 'start' });
    if (kind === 'left' || kind === 'done' || kind === 'left-undo' || kind === 'undone')
      await inTurn(healing.forgetRun);
  }

  useEffect(() => {
    watch(resume());
    return () => ending.current.abort();
  }, [healing]);

  return {
    stage,
    looks,
    undos,
    revision,
    trouble,
    scan: (scope) => watch(runLook(scope)),
    cancel,
    choose: (chatIds, on) => dispatch({ type: 'choose', chatIds, on }),
    show: (chatId) => watch(runShow(chatId)),
    hide: (chatId) => setLooks((known) => new Map([...known].filter(([id]) => id !== chatId))),
    heal: (chatIds, earlier) => watch(runHeal(chatIds, earlier)),
    stop() {
      ending.current.abort();
      dispatch({ type: 'stop' });
    },
    undo(backupId) {
      if (undos.get(backupId) !== 'running') watch(runUndo(backupId));
    },
    undoAll: (backupIds) => watch(runUndoAll(backupIds)),
    rest: () => dispatch({ type: 'rest' }),
    start: () => watch(leave()),
  };
}
