import { messagesText } from './compare-chats.ts';
import type { ChatRecord } from './chat-record.ts';
import { RUN_KEY, type HealingStore, type KnownChat } from '../backups/store.ts';

/** Remembers chats as they were shown to the person: only those are healed. */
export interface KnownChats {
  /** @param expected whether markers were expected in it, regardless of its own content */
  remember(record: ChatRecord, expected: boolean): Promise<void>;
  /** @returns null for a chat that was never looked at */
  recall(chatId: string): Promise<KnownChat | null>;
  /** Returns whether a chat is unchanged since it was looked at. */
  isAsKnown(known: KnownChat, record: ChatRecord): Promise<boolean>;
  /** Forgets all of them, unless an unfinished run needs them. */
  forgetOld(): Promise<void>;
}

export function createKnownChats(store: HealingStore, origin: string): KnownChats {
  async function remember(record: ChatRecord, expected: boolean): Promise<void> {
    const { id, title } = record.summary;
    const value: KnownChat = { chatId: id, title, fingerprint: await fingerprintOf(record), expected };
    await store.write(origin, [{ table: 'known', key: value.chatId, value }]);
  }

  async function forgetOld(): Promise<void> {
    if (await store.read(origin, 'runs', RUN_KEY)) return;
    const known = await store.list(origin, 'known');
    await store.write(
      origin,
      known.map(({ chatId }) => ({ table: 'known', key: chatId, value: null })),
    );
  }

  return {
    remember,
    recall: (chatId) => store.read(origin, 'known', chatId),
    isAsKnown: async (known, record) => known.fingerprint === (await fingerprintOf(record)),
    forgetOld,
  };
}

/** Returns the SHA-256 of all messages, in hexadecimal digits. */
async function fingerprintOf({ text }: ChatRecord): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(messagesText(text)));
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
