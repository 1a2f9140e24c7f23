import { browser } from 'wxt/browser';
import type { Healing } from '../healing/types.ts';
import type { Request } from '../sites/messages.ts';

/** @returns the same healing, which tells the background of every chat that it cleaned */
export function tellHealed(healing: Healing, origin: string): Healing {
  return {
    ...healing,
    heal: (chatIds, options) =>
      healing.heal(chatIds, {
        ...options,
        onOutcome(outcome) {
          if (outcome.kind === 'healed') tell({ type: 'healed', origin, chats: [outcome.chatId] });
          options.onOutcome(outcome);
        },
      }),
  };
}

function tell(request: Request): void {
  // The chat is clean all the same: only its figure is missing then.
  browser.runtime.sendMessage(request).catch(() => {});
}
