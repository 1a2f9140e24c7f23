import { messageAt, withMessages, type Chat } from './chat-messages.ts';
import type { ChatRecord } from './chat-record.ts';
import { isCleanContent, sameRecords, stateOf, withTextsOf } from './compare-chats.ts';
import { isTrouble, type OpenWebUiChats } from './open-webui-chats.ts';
import { healingTexts } from './texts.ts';
import type { Trouble } from './trouble.ts';
import type { BackupMessage } from './types.ts';

/** What became of changes that were sent. */
export type Applied =
  /** `done`: those the server took, as they stand now; `alone`: nothing else in the chat is different. */
  | { readonly kind: 'taken'; readonly done: readonly BackupMessage[]; readonly alone: boolean }
  /** `certain`: the server refused; else it may still be at work. */
  | { readonly kind: 'not-taken'; readonly why: string; readonly fatal: boolean; readonly certain: boolean }
  | { readonly kind: 'unknown'; readonly why: string; readonly fatal: boolean };

/**
 * Stores changed messages and looks at what is stored afterwards: only that counts, whatever the server answered.
 * @param record the chat as it was read a moment ago
 */
export async function applyChanges(chats: OpenWebUiChats, record: ChatRecord, changes: readonly BackupMessage[]): Promise<Applied> {
  const trouble = await chats.save(record, withAfter(record.chat, changes), changes);
  const first = await chats.read(record.summary.id);
  if (isTrouble(first)) return lost(trouble, first);
  const second = await setDerived(chats, first, changes);
  const now = second ?? first;
  const done = findDone(changes, now.chat);
  if (done.length === 0) {
    const why = trouble?.why ?? (changes.every(isBrokenOff) ? healingTexts.trouble.brokenOff : healingTexts.trouble.notTaken);
    return { kind: 'not-taken', why, fatal: trouble?.fatal ?? false, certain: trouble?.refused ?? true };
  }
  const expected = { ...record, chat: withTexts(record.chat, done) };
  return { kind: 'taken', done, alone: sameRecords(expected, now) };
}

/** @returns the changes that are in a chat, with the messages as they stand there */
export function findDone(changes: readonly BackupMessage[], chat: Chat): readonly BackupMessage[] {
  return changes.filter((change) => isDone(change, chat)).map((change) => ({ ...change, after: messageAt(chat, change) ?? change.after }));
}

/** Perhaps with a `content` that the server made itself. */
function isDone(change: BackupMessage, chat: Chat): boolean {
  const state = stateOf(change, chat);
  if (state !== 'derived') return state === 'after';
  const now = messageAt(chat, change);
  // Markers in it are right where they are put back.
  return now !== null && (isCleanContent(now) || !isCleanContent(change.after));
}

/** Once `output` is as wanted, the server keeps the `content` it is sent. @returns the chat afterwards, null where there was nothing to do */
async function setDerived(chats: OpenWebUiChats, now: ChatRecord, changes: readonly BackupMessage[]): Promise<ChatRecord | null> {
  const derived = changes.filter((change) => stateOf(change, now.chat) === 'derived');
  if (derived.length === 0) return null;
  await chats.save(now, withTexts(now.chat, derived), derived);
  const again = await chats.read(now.summary.id);
  return isTrouble(again) ? null : again;
}

function isBrokenOff({ before }: BackupMessage): boolean {
  return before.done === false;
}

function withAfter(chat: Chat, changes: readonly BackupMessage[]): Chat {
  return withMessages(chat, changes.map(({ place, key, after }) => ({ place, key, message: after })));
}

/** The messages as they stand, with the texts of the changes. */
function withTexts(chat: Chat, changes: readonly BackupMessage[]): Chat {
  return withMessages(
    chat,
    changes.map(({ place, key, after }) => ({ place, key, message: withTextsOf(messageAt(chat, { place, key }) ?? after, after) })),
  );
}

function lost(sending: Trouble | null, reading: Trouble): Applied {
  if (sending?.refused) return { kind: 'not-taken', why: sending.why, fatal: sending.fatal || reading.fatal, certain: true };
  return { kind: 'unknown', why: reading.why, fatal: reading.fatal };
}
