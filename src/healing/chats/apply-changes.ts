import {
  messageTextsOf,
  readMessage,
  textAt,
  withMessages,
  type MessageTexts,
  type PlacedText,
} from './chat-messages.ts';
import type { ChatRecord } from './chat-record.ts';
import {
  isCleanContent,
  messagesText,
  sameRecords,
  stateOf,
  withTextsOf,
} from './compare-chats.ts';
import { isTrouble, type OpenWebUiChats } from './open-webui-chats.ts';
import { healingTexts } from '../texts.ts';
import type { Trouble } from '../trouble.ts';
import type { BackupMessage } from '../types.ts';

/** The result of sending changes. */
export type Applied =
  /**
   * `done`: those the server accepted, as they are now; `alone`: nothing else in the chat is
   * different.
   */
  | { readonly kind: 'taken'; readonly done: readonly BackupMessage[]; readonly alone: boolean }
  /** `certain`: the server refused; otherwise, even after a 200, it may still be at work. */
  | {
      readonly kind: 'not-taken';
      readonly why: string;
      readonly fatal: boolean;
      readonly certain: boolean;
    }
  /** Nothing was sent: the chat has changed since it was read. */
  | { readonly kind: 'changed'; readonly now: ChatRecord }
  | { readonly kind: 'unknown'; readonly why: string; readonly fatal: boolean };

/**
 * Stores changed messages, then reads what is stored: only that counts, whatever the server
 * answered.
 * @param record the chat as it was read a moment ago
 */
export async function applyChanges(
  chats: OpenWebUiChats,
  record: ChatRecord,
  changes: readonly BackupMessage[],
): Promise<Applied> {
  // Read again at the last moment: where the history is stored as a whole, a new turn would be
  // overwritten.
  const last = await chats.read(record.summary.id);
  if (isTrouble(last))
    return { kind: 'not-taken', why: last.why, fatal: last.fatal, certain: true };
  if (messagesText(last.text) !== messagesText(record.text)) return { kind: 'changed', now: last };
  const trouble = await chats.save(
    last,
    changes.map(({ place, key, after }) => ({ place, key, text: after })),
  );
  const first = await chats.read(record.summary.id);
  if (isTrouble(first)) return lost(trouble, first);
  const second = await setDerived(chats, first, changes);
  const now = second ?? first;
  const done = findDone(changes, messageTextsOf(now.text));
  if (done.length === 0) {
    // Open WebUI answers 200 and leaves interrupted replies alone; after any other 200, the change
    // may still come.
    const leftAlone = !trouble && changes.every(isBrokenOff);
    const why =
      trouble?.why ?? (leftAlone ? healingTexts.trouble.brokenOff : healingTexts.trouble.notTaken);
    return {
      kind: 'not-taken',
      why,
      fatal: trouble?.fatal ?? false,
      certain: trouble?.refused ?? leftAlone,
    };
  }
  const expected = withMessages(last.text, withTexts(messageTextsOf(last.text), done));
  return { kind: 'taken', done, alone: sameRecords({ text: expected }, now) };
}

/** @returns the changes found in a chat, with the messages as they are there */
export function findDone(
  changes: readonly BackupMessage[],
  texts: MessageTexts,
): readonly BackupMessage[] {
  return changes
    .filter((change) => isDone(change, texts))
    .map((change) => ({ ...change, after: textAt(texts, change) ?? change.after }));
}

/** Returns whether a change is stored, perhaps with a `content` that the server derived. */
function isDone(change: BackupMessage, texts: MessageTexts): boolean {
  const state = stateOf(change, texts);
  if (state !== 'derived') return state === 'after';
  const now = textAt(texts, change);
  // Markers in it are correct if they were to be restored.
  return now !== null && (isCleanContent(now) || !isCleanContent(change.after));
}

/**
 * Sends `content` again: once `output` is as wanted, the server keeps the `content` it is sent.
 * @returns the chat afterwards, null if there was nothing to do
 */
async function setDerived(
  chats: OpenWebUiChats,
  now: ChatRecord,
  changes: readonly BackupMessage[],
): Promise<ChatRecord | null> {
  const texts = messageTextsOf(now.text);
  const derived = changes.filter((change) => stateOf(change, texts) === 'derived');
  if (derived.length === 0) return null;
  await chats.save(now, withTexts(texts, derived));
  const again = await chats.read(now.summary.id);
  return isTrouble(again) ? null : again;
}

function isBrokenOff({ before }: BackupMessage): boolean {
  return readMessage(before).done === false;
}

/** @returns the present messages, with the texts of the changes */
function withTexts(texts: MessageTexts, changes: readonly BackupMessage[]): readonly PlacedText[] {
  return changes.map(({ place, key, after }) => {
    const now = textAt(texts, { place, key });
    return { place, key, text: now === null ? after : withTextsOf(now, after) };
  });
}

function lost(sending: Trouble | null, reading: Trouble): Applied {
  if (sending?.refused)
    return {
      kind: 'not-taken',
      why: sending.why,
      fatal: sending.fatal || reading.fatal,
      certain: true,
    };
  return { kind: 'unknown', why: reading.why, fatal: reading.fatal };
}
