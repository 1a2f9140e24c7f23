/** Chats whose replies are shown in the list of results: what cleaning them would remove. */
import { useState } from 'preact/hooks';
import type { Look } from '../../healing/types.ts';
import type { Healing } from '../../healing/healing.ts';

/** A request, or its answer. */
export type Pending<T> = T | 'running';

/** @param onLook called with each answer, even if its chat was hidden meanwhile */
export function useLooks(healing: Healing, onLook: (chatId: string, look: Look) => void) {
  /** By the id of the chat. */
  const [shown, setShown] = useState<ReadonlyMap<string, Pending<Look>>>(new Map());
  return {
    shown,
    async show(chatId: string): Promise<void> {
      setShown((known) => new Map(known).set(chatId, 'running'));
      const look = await healing.look(chatId);
      // Hidden meanwhile, or another list was opened.
      setShown((known) => (known.has(chatId) ? new Map(known).set(chatId, look) : known));
      onLook(chatId, look);
    },
    hide: (chatId: string) => setShown((known) => new Map([...known].filter(([id]) => id !== chatId))),
    hideAll: () => setShown(new Map()),
  };
}
