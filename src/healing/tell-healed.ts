import type { Healing, HealOutcome } from '../healing/types.ts';
import type { FigureRequest } from '../stats/requests.ts';
import { askBackground } from '../extension/messages.ts';

/** @returns the same healing, which also reports every chat that it cleaned or restored to the background */
export function tellHealed(healing: Healing, origin: string): Healing {
  return {
    ...healing,
    heal: (chatIds, options) =>
      healing.heal(chatIds, {
        ...options,
        onOutcome(outcome) {
          if (outcome.kind === 'healed') tellCleaned(origin, outcome.chatId);
          options.onOutcome(outcome);
        },
      }),
    async undo(backupId) {
      const outcome = await healing.undo(backupId);
      tellUndone(origin, outcome);
      return outcome;
    },
    undoAll: (backupIds, options) =>
      healing.undoAll(backupIds, {
        ...options,
        onOutcome(outcome) {
          tellUndone(origin, outcome);
          options.onOutcome(outcome);
        },
      }),
  };
}

function tellUndone(origin: string, { kind, chatId }: HealOutcome): void {
  // Unchanged: the markers were back already, for instance because the answer to an earlier undo got lost.
  if (kind === 'restored' || kind === 'unchanged')
    void askBackground<FigureRequest>({ type: 'unhealed', origin, chats: [chatId] });
}

/** Reports to the background that a chat was just cleaned. If the message is lost, only the count is missing. */
export function tellCleaned(origin: string, chatId: string): void {
  void askBackground<FigureRequest>({ type: 'healed', origin, chats: [chatId] });
}
