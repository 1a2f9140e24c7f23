import { messagesText } from './compare-chats.ts';
import type { Hermes } from '../../settings/hermes.ts';
import type { ChatRecord } from './chat-record.ts';

/** A chat as it was shown to the person. */
export interface KnownChat {
  readonly chatId: string;
  readonly title: string;
  /** Of its messages at that time. */
  readonly fingerprint: string;
  /** As for `cleanChat`, so that what is cleaned is what was shown. */
  readonly hermes: Hermes;
}

/** The chats that were shown, by id, in memory: only those are healed. */
export type KnownChats = Map<string, KnownChat>;

/** @param hermes what was known of its models */
export async function remember(
  known: KnownChats,
  record: ChatRecord,
  hermes: Hermes,
): Promise<void> {
  const { id, title } = record.summary;
  known.set(id, { chatId: id, title, fingerprint: await fingerprintOf(record), hermes });
}

/** Returns whether a chat is unchanged since it was shown. */
export async function isAsKnown({ fingerprint }: KnownChat, record: ChatRecord): Promise<boolean> {
  return fingerprint === (await fingerprintOf(record));
}

/** Returns the SHA-256 of all messages, in hexadecimal digits. */
async function fingerprintOf({ text }: ChatRecord): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(messagesText(text)));
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
