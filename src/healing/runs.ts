import { healChat, type HealTools } from './heal-chat.ts';
import { settle } from './settle.ts';
import { undoBackup } from './backups/undo.ts';
import { healingTexts } from './texts.ts';
import type { HealOptions, HealOutcome } from './types.ts';

/** Failures in a row after which the remaining chats are left alone. */
const MAX_IN_A_ROW = 3;

/** Heals chats one after another. */
export async function healChats(tools: HealTools, chatIds: readonly string[], options: HealOptions): Promise<void> {
  const chats = chatIds.map((chatId) => ({ chatId, title: tools.known.get(chatId)?.title ?? '' }));
  await changeEach(tools, chats, options, ({ chatId }) => healChat(tools, chatId));
}

/** Restores chats one after another. */
export async function undoAll(tools: HealTools, backupIds: readonly number[], options: HealOptions): Promise<void> {
  const summaries = new Map((await tools.backups.list()).map((summary) => [summary.id, summary]));
  const chats = backupIds.map((backupId) => {
    const { chatId = '', title = '' } = summaries.get(backupId) ?? {};
    return { backupId, chatId, title };
  });
  await changeEach(tools, chats, options, ({ backupId }) => undoBackup(tools, backupId));
}

/** Settles what is in doubt, then changes each chat, alone among the pages of this browser. */
async function changeEach<T extends { readonly chatId: string; readonly title: string }>(
  tools: HealTools,
  chats: readonly T[],
  { signal, onOutcome }: HealOptions,
  change: (chat: T) => Promise<HealOutcome>,
): Promise<void> {
  function skip({ chatId, title }: T, why: string | null): void {
    onOutcome({ chatId, title, kind: 'not-started', why });
  }

  const done = await tools.store.exclusive(tools.origin, async () => {
    await settle(tools);
    let stop: string | null = null;
    let inARow = 0;
    for (const chat of chats) {
      if (signal.aborted || stop !== null) {
        skip(chat, stop);
        continue;
      }
      const outcome = await change(chat);
      inARow = outcome.kind === 'failed' ? inARow + 1 : 0;
      if (outcome.kind === 'failed' && (outcome.fatal || inARow >= MAX_IN_A_ROW)) stop = outcome.why;
      onOutcome(outcome);
    }
    return true;
  });
  if (done === null) for (const chat of chats) skip(chat, healingTexts.trouble.busy);
}
