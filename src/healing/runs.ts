import { healChat, type HealTools } from './heal-chat.ts';
import { settle } from './settle.ts';
import { undoBackup } from './backups/undo.ts';
import { healingTexts } from './texts.ts';
import type { HealOptions, HealOutcome } from './types.ts';

/** Chats that are changed at a time. */
const LANES = 2;
/** Failures in a row after which the remaining chats are left alone. */
const MAX_IN_A_ROW = 3;

/** Heals chats. */
export async function healChats(
  tools: HealTools,
  chatIds: readonly string[],
  options: HealOptions,
): Promise<void> {
  const chats = chatIds.map((chatId) => ({ chatId, title: tools.known.get(chatId)?.title ?? '' }));
  await changeEach(tools, chats, options, ({ chatId }) => healChat(tools, chatId));
}

/** Restores chats. */
export async function undoAll(
  tools: HealTools,
  backupIds: readonly number[],
  options: HealOptions,
): Promise<void> {
  const summaries = new Map((await tools.backups.list()).map((summary) => [summary.id, summary]));
  const chats = backupIds.map((backupId) => {
    const { chatId = '', title = '' } = summaries.get(backupId) ?? {};
    return { backupId, chatId, title };
  });
  await changeEach(tools, chats, options, ({ backupId }) => undoBackup(tools, backupId));
}

/** Settles what is in doubt, then changes the chats, alone among the pages of this browser. */
async function changeEach<T extends { readonly chatId: string; readonly title: string }>(
  tools: HealTools,
  chats: readonly T[],
  { signal, onOutcome }: HealOptions,
  change: (chat: T) => Promise<HealOutcome>,
): Promise<void> {
  // Several backups of one chat are restored one after another.
  const queue = [...Map.groupBy(chats.entries(), ([, { chatId }]) => chatId).values()];
  const outcomes: HealOutcome[] = [];
  let next = 0;
  let told = 0;
  let stop: string | null = null;
  let inARow = 0;

  /** Chats end in any order and are told in that of the request. */
  function tell(index: number, outcome: HealOutcome): void {
    outcomes[index] = outcome;
    for (let one = outcomes[told]; one; one = outcomes[told]) {
      told++;
      onOutcome(one);
    }
  }

  async function changeNext(chat: T): Promise<HealOutcome> {
    const { chatId, title } = chat;
    if (signal.aborted || stop !== null) return { chatId, title, kind: 'not-started', why: stop };
    const outcome = await change(chat);
    inARow = outcome.kind === 'failed' ? inARow + 1 : 0;
    if (outcome.kind === 'failed' && (outcome.fatal || inARow >= MAX_IN_A_ROW))
      stop ??= outcome.why;
    return outcome;
  }

  async function lane(): Promise<void> {
    try {
      for (let same = queue[next++]; same; same = queue[next++])
        for (const [index, chat] of same) {
          const begun = performance.now();
          const outcome = await changeNext(chat);
          tell(index, outcome);
          if (outcome.kind !== 'not-started') await tools.rest(performance.now() - begun);
        }
    } catch (error) {
      // The storage failed: the other lane changes nothing more.
      next = queue.length;
      throw error;
    }
  }

  const done = await tools.store.exclusive(tools.origin, async () => {
    await settle(tools);
    const lanes = Array.from({ length: LANES }, lane);
    try {
      await Promise.all(lanes);
    } finally {
      await Promise.allSettled(lanes);
    }
    return true;
  });
  if (done !== null) return;
  const why = healingTexts.trouble.busy;
  for (const { chatId, title } of chats) onOutcome({ chatId, title, kind: 'not-started', why });
}
