import type { HealTools } from '../heal-chat.ts';
import { UNDO_KEY, type Run } from './store.ts';
import { healingTexts } from '../texts.ts';
import type { BackupSummary, HealOptions, HealOutcome, LeftUndo } from '../types.ts';
import { undoBackup } from './undo.ts';

/** Failures in a row after which the remaining chats are left alone. */
const MAX_IN_A_ROW = 3;

/** Restores chats one after another. The list is stored first, so that it can be resumed after a crash. */
export async function undoAll(tools: HealTools, backupIds: readonly number[], options: HealOptions): Promise<void> {
  const done = await tools.store.exclusive(tools.origin, () => run(tools, backupIds, options));
  if (done !== null) return;
  for (let i = 0; i < backupIds.length; i++)
    options.onOutcome({ chatId: '', title: '', kind: 'not-started', why: healingTexts.trouble.busy });
}

/** @returns the backups that an unfinished run has left to restore, and the run's total; null if there is none */
export async function leftToUndo({ store, origin }: HealTools): Promise<LeftUndo | null> {
  const run = await store.read(origin, 'runs', UNDO_KEY);
  if (!run) return null;
  const waiting = new Set(
    (await store.list(origin, 'backups')).filter(({ state }) => state !== 'undone').map(({ id }) => id),
  );
  const left = run.chats.flatMap(({ backupId }) => (backupId !== undefined && waiting.has(backupId) ? [backupId] : []));
  return left.length > 0 ? { total: run.chats.length, left } : null;
}

async function run(tools: HealTools, backupIds: readonly number[], { signal, onOutcome }: HealOptions): Promise<true> {
  const { store, origin } = tools;
  const summaries = new Map((await store.list(origin, 'backups')).map((summary) => [summary.id, summary]));
  await store.write(origin, [{ table: 'runs', key: UNDO_KEY, value: toRun(backupIds, summaries) }]);
  let stop: string | null = null;
  let inARow = 0;
  let complete = true;
  for (const backupId of backupIds) {
    const { chatId = '', title = '' } = summaries.get(backupId) ?? {};
    if (signal.aborted || stop !== null) {
      complete = false;
      onOutcome({ chatId, title, kind: 'not-started', why: stop });
      continue;
    }
    const outcome: HealOutcome = await undoBackup(tools, backupId);
    inARow = outcome.kind === 'failed' ? inARow + 1 : 0;
    if (outcome.kind === 'failed' && inARow >= MAX_IN_A_ROW) stop = outcome.why;
    onOutcome(outcome);
  }
  if (complete) await store.write(origin, [{ table: 'runs', key: UNDO_KEY, value: null }]);
  return true;
}

function toRun(backupIds: readonly number[], summaries: ReadonlyMap<number, BackupSummary>): Run {
  return {
    chats: backupIds.map((backupId) => ({
      chatId: summaries.get(backupId)?.chatId ?? '',
      title: summaries.get(backupId)?.title ?? '',
      backupId,
    })),
  };
}
