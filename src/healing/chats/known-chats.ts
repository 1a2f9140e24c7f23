import { messagesText } from './compare-chats.ts';
import type { ChatRecord } from './chat-record.ts';
import { RUN_KEY, type HealingStore, type KnownChat } from '../backups/store.ts';

/** A chat that was looked at, and its title; empty if only an earlier page knew that. */
export type TitledChat = KnownChat & { readonly title: string };

/** Remembers chats as they were shown to the person: only those are healed. */
export interface KnownChats {
  /** @param expected whether markers were expected in it, regardless of its own content */
  remember(record: ChatRecord, expected: boolean): Promise<void>;
  /** @returns null for a chat that was never looked at */
  recall(chatId: string): Promise<TitledChat | null>;
  /** Returns whether a chat is unchanged since it was looked at. */
  isAsKnown(known: KnownChat, record: ChatRecord): Promise<boolean>;
  /** Forgets all of them, unless an unfinished run needs them. */
  forgetOld(): Promise<void>;
}

export function createKnownChats(store: HealingStore, origin: string): KnownChats {
  /** By chat id. Kept in memory only, as most of these chats may never be cleaned; an unfinished run stores its own. */
  const titles = new Map<string, string>();

  async function remember(record: ChatRecord, expected: boolean): Promise<void> {
    const { id, title } = record.summary;
    titles.set(id, title);
    const value: KnownChat = { chatId: id, fingerprint: await fingerprintOf(record), expected };
    await store.write(origin, [{ table: 'known', key: value.chatId, value }]);
  }

  async function recall(chatId: string): Promise<TitledChat | null> {
    const known = await store.read(origin, 'known', chatId);
    return known && { ...known, title: titles.get(chatId) ?? (await titleInRun(chatId)) };
  }

  async function titleInRun(chatId: string): Promise<string> {
    const run = await store.read(origin, 'runs', RUN_KEY);
    return run?.chats.find((chat) => chat.chatId === chatId)?.title ?? '';
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
    recall,
    isAsKnown: async (known, record) => known.fingerprint === (await fingerprintOf(record)),
    forgetOld,
  };
}

/** Returns the SHA-256 of all messages, in hexadecimal digits. */
async function fingerprintOf({ text }: ChatRecord): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(messagesText(text)));
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
