/** Counts the tool calls of single chats before and after cleaning. Pure. */
import { isObject } from '../normalizer/json/json-edit.ts';
import { isId } from '../normalizer/open-webui/chat-event.ts';
import { add, readCount } from './findings.ts';

/** Calls of tools. */
export interface Calls {
  /** All of them, faked ones included. */
  readonly calls: number;
  readonly imitated: number;
}

/** New calls of one chat. */
export interface ChatCalls extends Calls {
  /** The chat page's id of it. */
  readonly chat: string;
}

/** One chat, over all times. */
export interface ChatFigures {
  readonly chat: string;
  /** When it was last cleaned, in milliseconds since 1970; null if never, and once that was undone. */
  readonly healed: number | null;
  /** Calls until it was last cleaned; all calls if it was never cleaned. */
  readonly before: Calls;
  readonly after: Calls;
}

/** Most chats remembered of one site; the one idle longest is dropped first, cleaned chats last. */
export const MAX_CHATS = 200;
/** Most chats that one message may report. */
export const MAX_TOLD_CHATS = 50;

const NO_CALLS: Calls = { calls: 0, imitated: 0 };

/** @returns the chats with these calls added, the last one touched at the end */
export function addChatCalls(chats: readonly ChatFigures[], more: readonly ChatCalls[]): readonly ChatFigures[] {
  let sums = chats;
  for (const { chat, calls, imitated } of more) {
    sums = touch(sums, chat, (known) => withCalls(known, { calls, imitated }));
  }
  return sums;
}

/** @returns the chats, these marked as just cleaned: all their calls so far count as before */
export function markHealed(
  chats: readonly ChatFigures[],
  healed: readonly string[],
  now: number,
): readonly ChatFigures[] {
  let marked = chats;
  for (const chat of healed) {
    marked = touch(marked, chat, ({ before, after }) => ({
      chat,
      healed: now,
      before: addCalls(before, after),
      after: NO_CALLS,
    }));
  }
  return marked;
}

/** @returns the chats, these no longer marked as cleaned: all their calls count as before */
export function markUnhealed(chats: readonly ChatFigures[], unhealed: readonly string[]): readonly ChatFigures[] {
  return chats.map((one) => {
    const { chat, before, after } = one;
    return unhealed.includes(chat) ? { chat, healed: null, before: addCalls(before, after), after: NO_CALLS } : one;
  });
}

/** @returns the calls by chat; those of chats beyond `MAX_TOLD_CHATS` are dropped */
export function addCallsByChat(before: readonly ChatCalls[], more: ChatCalls): readonly ChatCalls[] {
  const known = before.some(({ chat }) => chat === more.chat);
  if (!known) return before.length < MAX_TOLD_CHATS ? [...before, more] : before;
  return before.map((one) => (one.chat === more.chat ? { chat: one.chat, ...addCalls(one, more) } : one));
}

/**
 * @param value of unknown shape and origin
 * @param most the highest number believed
 * @returns the calls of chats, without unknown fields
 */
export function readChatCalls(value: unknown, most: number): readonly ChatCalls[] {
  if (!Array.isArray(value)) return [];
  return value.slice(0, MAX_TOLD_CHATS).flatMap((entry: unknown) => {
    if (!isObject(entry) || !isId(entry.chat)) return [];
    return [{ chat: entry.chat, ...readCalls(entry, most) }];
  });
}

/** @returns the stored chats; invalid entries are dropped */
export function readChatFigures(value: unknown): readonly ChatFigures[] {
  if (!Array.isArray(value)) return [];
  return value.slice(-MAX_CHATS).flatMap((entry: unknown) => {
    if (!isObject(entry) || !isId(entry.chat)) return [];
    const healed = typeof entry.healed === 'number' && Number.isFinite(entry.healed) ? entry.healed : null;
    return [{ chat: entry.chat, healed, before: readCalls(entry.before), after: readCalls(entry.after) }];
  });
}

function readCalls(value: unknown, most: number = Number.MAX_SAFE_INTEGER): Calls {
  if (!isObject(value)) return NO_CALLS;
  const calls = readCount(value.calls, most);
  return { calls, imitated: readCount(value.imitated, calls) };
}

function touch(
  chats: readonly ChatFigures[],
  chat: string,
  change: (known: ChatFigures) => ChatFigures,
): readonly ChatFigures[] {
  const known = chats.find((one) => one.chat === chat) ?? { chat, healed: null, before: NO_CALLS, after: NO_CALLS };
  const others = chats.filter((one) => one.chat !== chat);
  return [...(others.length < MAX_CHATS ? others : withoutQuietest(others)), change(known)];
}

/** Adds new calls to a chat. */
function withCalls(known: ChatFigures, more: Calls): ChatFigures {
  const side = known.healed === null ? 'before' : 'after';
  return { ...known, [side]: addCalls(known[side], more) };
}

function withoutQuietest(chats: readonly ChatFigures[]): readonly ChatFigures[] {
  const quietest = chats.find(({ healed }) => healed === null) ?? chats[0];
  return chats.filter((one) => one !== quietest);
}

function addCalls(before: Calls, more: Calls): Calls {
  return { calls: add(before.calls, more.calls), imitated: add(before.imitated, more.imitated) };
}
