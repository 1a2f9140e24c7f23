/** Chats whose replies are shown in the list of results: what cleaning them would remove. */
import { useState } from 'preact/hooks';
import type { Healing, Look } from '../../healing/types.ts';

/** A request, or its answer. */
export type Pending<T> = T | 'running';

export interface Looks {
  /** By the id of the chat. */
  readonly shown: ReadonlyMap<string, Pending<Look>>;
  show(chatId: string): Promise<void>;
  hide(chatId: string): void;
  hideAll(): void;
}

/** @param onLook called with each answer, even if its chat was hidden meanwhile */
export function useLooks(healing: Healing, onLook: (chatId: string, look: Look) => void): Looks {
  const [shown, setShown] = useState<Looks['shown']>(new Map());
  return {
    shown,
    async show(chatId) {
      setShown((known) => new Map(known).set(chatId, 'running'));
      const look = await healing.look(chatId);
      // Hidden meanwhile, or another list was opened.
      setShown((known) => (known.has(chatId) ? new Map(known).set(chatId, look) : known));
      onLook(chatId, look);
    },
    hide: (chatId) => setShown((known) => new Map([...known].filter(([id]) => id !== chatId))),
    hideAll: () => setShown(new Map()),
  };
}
